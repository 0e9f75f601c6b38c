// Tested by tests/intents/list_changes_test.cc.
#include "intents/list_changes.h"

#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "intents/lexicon.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kChangeReach = 60;  // bytes; how far before a value the words for its operation may begin

const lexicon::Lists& list_words() { return lexicon::kEn.lists; }

// Matches words at the end of the text before a value. More words may be between them and the value.
std::string before_item(std::string_view words, std::string_view between) {
  return concat({"\\b", words, any_after(between), " +$"});
}

std::string whole_change(std::string_view words) {
  return concat({"^", any_before(list_words().lead), words, any_after(list_words().tail), "$"});
}

std::string clearing_by_name() {
  return whole_change(concat({list_words().clears_named, "(?: ", list_words().whose, ")? (?P<what>.+?)"}));
}

}  // namespace

ListChanges::ListChanges()
    : removes_(before_item(list_words().removes, list_words().after_removes)),
      keeps_(before_item(list_words().keeps, list_words().after_removes)),
      takes_(before_item(list_words().takes, list_words().after_takes)),
      off_(concat({"^[^.;!?]{0,40}\\b", list_words().off, "\\b"})),
      sets_(before_item(list_words().sets, list_words().after_sets)),
      sets_code_(concat({"\\b", list_words().sets, any_after(list_words().after_sets), " \\w+ +$"})),
      sets_behind_(concat({"^,? +", list_words().sets_behind, "(?:[^\\w]|$)"})),
      continues_(concat({"^[ ,&]*(?:", list_words().continues, "\\b[ ,]*)*$"})),
      conjunction_(concat({"\\b", list_words().conjunctions, "\\b|&"})),
      contrasts_(before_item(list_words().contrasts, list_words().after_contrasts)),
      missing_(concat({"\\b", list_words().missing, " +$"})),
      clears_(whole_change(list_words().clears), Pattern::Case::kCounts),
      clears_what_(clearing_by_name(), Pattern::Case::kCounts) {}

ListOp ListChanges::read(std::string_view text, std::size_t begin, std::size_t end) const {
  const std::size_t from = begin - std::min(begin, kChangeReach);
  const std::string_view before = text.substr(from, begin - from);
  // "We have no internet" may be a complaint. It removes nothing.
  if (keeps(text, begin)) return ListOp::kAdd;
  if (removes_.occurs_in(before)) return missing_.occurs_in(before) ? ListOp::kAdd : ListOp::kRemove;
  if (takes_.occurs_in(before) && off_.occurs_in(text.substr(end))) return ListOp::kRemove;
  const std::string_view value = text.substr(begin, end - begin);
  // "Only order W222": a code may follow its noun.
  const bool is_code = std::any_of(value.begin(), value.end(), base::is_digit);
  const bool sets =
      sets_.occurs_in(before) || (is_code && sets_code_.occurs_in(before)) || sets_behind_.occurs_in(text.substr(end));
  return sets ? ListOp::kSet : ListOp::kAdd;
}

bool ListChanges::keeps(std::string_view text, std::size_t begin) const {
  const std::size_t from = begin - std::min(begin, kChangeReach);
  const std::string_view before = text.substr(from, begin - from);
  return removes_.occurs_in(before) && keeps_.occurs_in(before);
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
