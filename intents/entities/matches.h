// Iterates over the matches of a pattern, for recognisers.
#pragma once

#include <string_view>

#include "base/recycled.h"
#include "intents/entities/recogniser.h"
#include "intents/pattern.h"

namespace parley::intents {

// Calls visit(groups, begin, end) for at most kMaxFound matches from left to right. `begin` and `end` are the span of
// groups[group]; the search continues after it. Requires that this group is a non-empty part of every match.
template <class Visit>
void for_each_match(const Pattern& pattern, std::string_view text, Visit visit, std::size_t group = 0) {
  base::Recycled<Pattern::Groups> groups;
  std::size_t from = 0;
  for (std::size_t count = 0; count < kMaxFound && from < text.size() && pattern.find(text, from, *groups); ++count) {
    const std::string_view found = (*groups)[group];
    const auto begin = static_cast<std::size_t>(found.data() - text.data());
    from = begin + found.size();
    visit(*groups, begin, from);
  }
}

}  // namespace parley::intents
