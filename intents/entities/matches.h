// Every match of a pattern in a text, for recognisers.
#pragma once

#include <string_view>

#include "intents/entities/recogniser.h"
#include "intents/pattern.h"

namespace parley::intents {

// Calls visit(groups, begin, end) for the matches from left to right, no more than kMaxFound; begin and end are the
// place of groups[group], and the search goes on behind it. Requires: that group is part of every match, not empty.
template <class Visit>
void for_each_match(const Pattern& pattern, std::string_view text, Visit visit, std::size_t group = 0) {
  Pattern::Groups groups;
  std::size_t from = 0;
  for (std::size_t count = 0; count < kMaxFound && pattern.find(text, from, groups); ++count) {
    const auto begin = static_cast<std::size_t>(groups[group].data() - text.data());
    from = begin + groups[group].size();
    visit(groups, begin, from);
  }
}

}  // namespace parley::intents
