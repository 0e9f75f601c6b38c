// Tested by tests/intents/dialog_acts_test.cc.
#include "intents/yes_no.h"

#include "intents/english_lexicon.h"

namespace parley::intents {

YesNo::YesNo(Where where)
    : pattern_(where == Where::kWholeMessage ? english::whole_yes_no() : english::first_yes_no(),
               Pattern::Case::kCounts) {}

std::optional<YesNo::Answer> YesNo::find(const Words& words) const {
  Pattern::Groups groups;
  if (!pattern_.occurs_in(words.text()) || !pattern_.find(words.text(), 0, groups)) return std::nullopt;
  const std::string_view no = pattern_.group(groups, "no");
  if (no.data()) return Answer{false, words.place_of(no)};
  const std::string_view yes = pattern_.group(groups, "yes");
  return Answer{true, words.place_of(yes.data() ? yes : pattern_.group(groups, "clear_yes"))};
}

}  // namespace parley::intents
