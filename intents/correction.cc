#include "intents/correction.h"

#include <algorithm>
#include <string>

namespace parley::intents {
namespace {

// In a message of at most this many words, "no" or "actually" usually refers to the value that follows.
constexpr std::size_t kMaxShortWords = 7;
constexpr std::size_t kNegationReach = 60;  // bytes; how far before a value its negation may begin

constexpr std::string_view kNegationLead =
    "^(?:(?:no+|nope|oh|oops|whoops|sorry|wait|hold "
    "on|hmm+|um+|uh+|ah|actually|yes|yeah|yep|ok|okay|well|but|and|so|then|"
    "please|can|could|would|will|you|we|i|lets|let us|just|id like to|want to|need to|my (?:bad|mistake)) )*";

constexpr std::string_view kChange = "(?:change|switch|update|correct|edit|turn|set|move) (?:it|that|this|them|those)";

std::string begins_certain() {
  return std::string(kNegationLead) + "(?:i mean(?:t)?(?: to (?:say|type|write))?|" + std::string(kChange) +
         "(?: back)?(?: from \\w+(?: \\w+){0,3})? (?:to|into)|change to|correction|scratch that|"
         "i take (?:that|it) back|(?:it|that|this) (?:should|was supposed to) (?:be|have been|say)|"
         "i (?:made a (?:mistake|typo)|misspoke|mistyped|was wrong)|(?:it|that|this)(?:s| is| was) (?:a mistake|a "
         "typo)|"
         "typo|let me correct (?:that|it|this|myself))(?: |$)";
}

std::string begins_new_value() { return std::string(kNegationLead) + "(?:make|set|put) (?:it|that|this|them) "; }

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
    : hint_(
          "(?:^| "
          ")(?:mean|meant|make|set|put|change|switch|update|correct|edit|turn|move|scratch|take|should|supposed|made|"
          "misspoke|mistyped|mistake|wrong|typo|said|wrote|asked|told|instead|actually|rather|no|nope|oops|whoops|not|"
          "sorry|wait|hold|hang|"
          "my "
          "bad|apologies)",
          Pattern::Case::kCounts),
      certain_(begins_certain(), Pattern::Case::kCounts),
      new_value_(begins_new_value(), Pattern::Case::kCounts),
      inside_("(?: i meant| " + std::string(kChange) + " to| (?:it|that) should (?:be|have been)) ",
              Pattern::Case::kCounts),
      weak_(
          "^(?:(?:oh|um+|uh+|hmm+|ah|well|ok|okay|but|please|sorry|wait) )*"
          "(?:no+|nope|actually|oops|whoops|rather|not|(?:as |like )?i (?:already |just )?(?:said|wrote|asked "
          "for)|i told you) |"
          " (?:instead|actually|rather|i meant|i mean)(?: please)?$|(?:^| )not \\w+(?: \\w+){0,4} but ",
          Pattern::Case::kCounts),
      makes_it_(" (?:but|and|please|so|then|lets|just|you|we) make (?:it|that|them) ", Pattern::Case::kCounts),
      maybe_(
          "^(?:(?:oh|um+|uh+|hmm+|ah|well|but) )*(?:im |i am )?(?:sorry|wait|hold on|hang on|my "
          "(?:bad|mistake)|apologies) ",
          Pattern::Case::kCounts),
      negating_(
          "not|n't|\\b(?:is|was|are|ai|do|did|would|have)nt\\b|hardly|far "
          "from|instead|rather|no\\b|actually|sorry|mean|"
          "wait|make|except|scratch|from|should|must|has to|needs to|ought "
          "to|never|nothing|without|excluding|but|than"),
      old_value_("\\b(?:change|move|switch|update)\\b.* from(?: (?:the|a|an|my))* *$"),
      taken_back_(
          "^[ ,.;!?-]*(?:(?:comma|period|oh|um+|uh+|or|please|thanks|thank you)[ "
          ",.;!-]+)*(?:no+|wait|sorry|actually|rather|make "
          "(?:it|that)|scratch that|"
          "i mean(?:t)?|hold on|correction|oops)\\b(?:[ ,.;!?-]|no\\b|wait|sorry|actually|rather|make|it|that|"
          "i mean(?:t)?|only|just|the|on|at|for|a|an|to|should|be|not|it's|my)*$|"
          "^[ ,.;-]*(?:(?:right )?now|at the moment|currently|at present|so far)?[ ,.;-]*(?:(?:and|but|which|it) )*"
          "(?:should|must|has to|needs to|ought to)(?: now)? (?:be|become|read)(?: changed to)?[ :]*$"),
      keeps_wish_(
          "(?:^| )(?:(?:still|do) (?:want|need|wanna|like)|would still (?:like|want)|(?:the|my) other "
          "(?:one|ones|two|three|"
          "\\w+)|another (?:one|\\w+)|(?:a |the )?different \\w+|wrong \\w+|not (?:that|this) one)(?: |$)",
          Pattern::Case::kCounts) {}

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
