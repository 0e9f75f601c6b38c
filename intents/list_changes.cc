// Tested by tests/intents/list_changes_test.cc.
#include "intents/list_changes.h"

#include <algorithm>
#include <string>

namespace parley::intents {
namespace {

constexpr std::size_t kChangeReach = 60;  // bytes; how far before a value the words for its operation may begin

constexpr std::string_view kChangeLead =
    "^(?:(?:no|oh|ok|okay|well|but|and|please|can|could|you|we|just|actually|sorry|i want) )*";
constexpr std::string_view kTail = "(?: (?:please|thanks|thank you|sorry))*$";

}  // namespace

ListChanges::ListChanges()
    : removes_(
          "\\b(?:without|remove|no|not|take (?:off|out|away)|drop|minus|delete|except(?: for)?|hold|leave (?:out|off)|"
          "get rid of|don't want|do not want|less|skip|lose|instead of|rather than)(?: "
          "(?:the|any|my|all|that|those|of|a|an))* +$"),
      takes_("\\b(?:take|leave)(?: (?:the|any|my|all|that|those))* +$"),
      off_("^[^.;!?]{0,40}\\b(?:off|out|away)\\b"),
      sets_(
          "\\b(?:only|just|nothing but|(?:make|change|set|switch) (?:it|that|them)(?: to| into)?)"
          "(?: (?:the|a|an|some|want|need|have|get|with|only|just))* +$"),
      continues_("^[ ,&]*(?:(?:and|or|nor|the|any|also|a|an|some|no)\\b[ ,]*)*$"),
      conjunction_("\\b(?:and|or|nor)\\b|&"),
      contrasts_("\\b(?:not|instead of|rather than)(?: (?:the|any|my|all|that|those|of|a|an))* +$"),
      missing_("\\b(?:(?:have|has|had|got) (?:got )?|there(?:'s| is| are| was) )no +$"),
      clears_(std::string(kChangeLead) +
                  "(?:none(?: (?:of (?:them|these|those|that|it)|at all))?|nothing(?: at all)?|"
                  "(?:clear|empty|remove|delete|drop) (?:it|that|the list|everything|(?:them )?all(?: of "
                  "(?:it|them|that|those|"
                  "these))?|it all))" +
                  std::string(kTail),
              Pattern::Case::kCounts),
      clears_what_(std::string(kChangeLead) +
                       "(?:clear|empty|no|remove all(?: of)?|delete all(?: of)?)(?: the| my)? (?P<what>.+?)" +
                       std::string(kTail),
                   Pattern::Case::kCounts) {}

ListOp ListChanges::read(std::string_view text, std::size_t begin, std::size_t end) const {
  const std::size_t from = begin - std::min(begin, kChangeReach);
  const std::string_view before = text.substr(from, begin - from);
  // "We have no internet" may be a complaint. It removes nothing.
  if (removes_.occurs_in(before)) return missing_.occurs_in(before) ? ListOp::kAdd : ListOp::kRemove;
  if (takes_.occurs_in(before) && off_.occurs_in(text.substr(end))) return ListOp::kRemove;
  return sets_.occurs_in(before) ? ListOp::kSet : ListOp::kAdd;
}

bool ListChanges::continues(std::string_view between, bool by_not) const {
  return continues_.occurs_in(between) && (!by_not || conjunction_.occurs_in(between));
}

bool ListChanges::is_contrasted(std::string_view text, std::size_t begin) const {
  const std::size_t from = begin - std::min(begin, kChangeReach);
  return contrasts_.occurs_in(text.substr(from, begin - from));
}

bool ListChanges::clears(const Words& words) const { return clears_.occurs_in(words.text()); }

std::string_view ListChanges::cleared(const Words& words) const {
  Pattern::Groups groups;
  return clears_what_.find(words.text(), 0, groups) ? clears_what_.group(groups, "what") : std::string_view();
}

const ListChanges& list_changes() {
  static const ListChanges compiled;
  return compiled;
}

}  // namespace parley::intents
