#include "intents/correction.h"

#include <algorithm>
#include <string>

#include "intents/lexicon.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

// In a message of at most this many words, "no" or "actually" usually refers to the value that follows.
constexpr std::size_t kMaxShortWords = 7;
constexpr std::size_t kNegationReach = 60;  // bytes; how far before a value its negation may begin

const lexicon::Corrections& correction_words() { return lexicon::kEn.corrections; }

// Matches a message that begins with the words, after any of `before`.
std::string at_beginning(std::string_view before, std::string_view words) {
  return concat({"^", any_before(before), words});
}

// Matches words at the end of the text before a value. More words may be between them and the value.
std::string before_value(std::string_view words, std::string_view between) {
  return concat({words, any_after(between), " *$"});
}

// Matches a message that corrects if it has a value: by its first words, by its last words, or by "not ... but".
std::string weak_words() {
  const std::string begins = at_beginning(correction_words().before_weak, correction_words().weak);
  return concat({begins, " | ", correction_words().weak_at_end, "$|(?:^| )", correction_words().not_but, " "});
}

// Matches the text between two values if it takes back the first one.
std::string taking_back() {
  return concat({"^[ ,.;!?-]*(?:", correction_words().before_taking_back, "[ ,.;!-]+)*", correction_words().takes_back,
                 "\\b(?:[ ,.;!?-]|", correction_words().after_taking_back, ")*$|", "^[ ,.;-]*",
                 correction_words().until_now, "?[ ,.;-]*", any_before(correction_words().joins_to_should),
                 correction_words().should_be, "[ :]*$"});
}

std::string_view reach_before(std::string_view text, std::size_t begin) {
  const std::size_t from = begin - std::min(begin, kNegationReach);
  return text.substr(from, begin - from);
}

std::size_t first_word_at(const Words& words, std::size_t place) {
  std::size_t word = 0;
  while (word < words.size() && words.begin_of(word) < place) ++word;
  return word;
}

}  // namespace

Corrections::Corrections()
    : hint_(concat({"(?:^| )", correction_words().hint}), Pattern::Case::kCounts),
      certain_(at_beginning(correction_words().lead, ends_word(correction_words().certain)), Pattern::Case::kCounts),
      new_value_(at_beginning(correction_words().lead, correction_words().new_value) + " ", Pattern::Case::kCounts),
      inside_(concat({" ", correction_words().inside, " "}), Pattern::Case::kCounts),
      weak_(weak_words(), Pattern::Case::kCounts),
      makes_it_(concat({" ", correction_words().makes_it, " "}), Pattern::Case::kCounts),
      maybe_(at_beginning(correction_words().before_maybe, correction_words().maybe) + " ", Pattern::Case::kCounts),
      negating_(correction_words().may_negate),
      old_value_(before_value(concat({"\\b", correction_words().moving, "\\b.* ", correction_words().from}),
                              correction_words().after_from)),
      taken_back_(taking_back()),
      keeps_wish_("(?:^| )" + ends_word(correction_words().keeps_wish), Pattern::Case::kCounts) {}

Correcting Corrections::read(const Words& words, bool strictly) const {
  const std::string_view text = words.text();
  if (!hint_.occurs_in(text)) return Correcting::kNo;
  if (certain_.occurs_in(text)) return Correcting::kCertainly;
  const bool is_new_value = new_value_.occurs_in(text);
  if (strictly) return is_new_value ? Correcting::kNewValue : Correcting::kNo;
  if (inside_.occurs_in(text)) return Correcting::kIfValue;
  if (is_new_value && (weak_.occurs_in(text) || maybe_.occurs_in(text))) return Correcting::kIfValue;
  if (is_new_value || makes_it_.occurs_in(text)) return Correcting::kNewValue;
  if (weak_.occurs_in(text)) return words.size() <= kMaxShortWords ? Correcting::kIfValue : Correcting::kMaybe;
  return maybe_.occurs_in(text) ? Correcting::kMaybe : Correcting::kNo;
}

Corrections::Needs Corrections::add_to(Prefilter& prefilter) const {
  return {prefilter.share(required_literals(hint_.regex()), Prefilter::Text::kPlain),
          prefilter.share(required_literals(negating_.regex()), Prefilter::Text::kFolded)};
}

std::size_t Corrections::value_begin(const Words& words, std::string_view text) const {
  const auto marker = certain_.find(words.text());
  const std::size_t word = marker ? first_word_at(words, marker->end) : words.size();
  return word < words.size() ? words[word].begin : text.size();
}

std::size_t Corrections::turning_point(const Words& words) const {
  auto marker = inside_.find(words.text());
  if (!marker) marker = makes_it_.find(words.text());
  const std::size_t word = marker ? first_word_at(words, marker->begin) : words.size();
  return word < words.size() ? words[word].begin : 0;
}

bool Corrections::is_old_value(std::string_view text, std::size_t begin) const {
  return old_value_.occurs_in(reach_before(text, begin));
}

bool Corrections::is_taken_back(std::string_view between) const {
  return between.size() <= kNegationReach && taken_back_.occurs_in(between);
}

const Corrections& corrections() {
  static const Corrections compiled;
  return compiled;
}

}  // namespace parley::intents
