// Tested by tests/intents/quantifiers_test.cc.
#include "intents/quantifiers.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>

#include "intents/english_lexicon.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMaxWords = 8;  // of such an answer

constexpr std::string_view kEnding = "(?: (?:please|thanks|thank you|bitte))*";
constexpr std::string_view kAccepted =
    "(?: (?:really|for me|to me|with me|(?:is|are) (?:fine|ok|okay|good)|(?:will|would) do|works?(?: for me)?))*";

// The parts of words of which each such answer contains one. Other messages cost no regex.
constexpr std::string_view kTelling[] = {
    "all",  "any",      "every",   "both",   "each",      "none",     "nothing",    "neither", "single", "either",
    "ever", "one of",   "not one", "matter", "mind",      "care",     "preference", "fussy",   "picky",  "bother",
    "easy", "flexible", "same",    "up to",  "choose",    "decide",   "pick",       "the lot", "whole",  "egal",
    "beid", "kein",     "nichts",  "irgend", "jederzeit", "beliebig", "wann"};

struct QuantifierWords {
  Quantifier quantifier;
  Pattern whole;
};

Pattern whole_of(std::string words, std::string_view ending = kAccepted) {
  words = "(?:" + words + ")" + std::string(ending) + std::string(kEnding);
  return Pattern(english::whole_message(words), Pattern::Case::kCounts);
}

const std::array<QuantifierWords, 4>& quantifier_words() {
  static const std::array<QuantifierWords, 4> compiled = {{
      {Quantifier::kAll,
       whole_of("(?:i want |ill take |i will take |take |give me |ich nehme )?(?:everything|"
                "all(?: of)?(?: (?:it|them|these|those|the above))?|the (?:whole )?lot|every one(?: of them)?|"
                "each(?: one| of them)|alles|alle)")},
      {Quantifier::kBoth, whole_of("(?:i want |ill take |i will take |take |give me |ich nehme )?"
                                   "(?:both(?: of (?:them|these|those))?|beides?)")},
      {Quantifier::kNone, whole_of("none(?: (?:of (?:them|these|those|it)|at all))?|nothing(?: at all)?|"
                                   "neither(?: of (?:them|these|those))?|(?:not|no) any(?: of (?:them|these|those))?|"
                                   "not (?:one|a single one)(?: of them)?|nichts|keine?s?(?: davon)?",
                                   "")},
      {Quantifier::kAny,
       whole_of(
           "(?:just |really |honestly )*(?:any(?:thing|time|day|one|where)?(?: (?:time|day|one|date|hour|of (?:them|"
           "these|those)))?(?: (?:you (?:like|want|have)|at all))?|when ?ever(?: (?:you (?:like|want|can)|suits(?: "
           "you)?|"
           "its convenient))?|what ?ever(?: you (?:like|want|have|think))?|which ?ever(?: one)?|either(?: one| of "
           "them)?|"
           "(?:it |that )?(?:doesnt|does not|dont) (?:really )?matter|i (?:really )?(?:dont|do not) (?:really )?"
           "(?:mind|care|have a preference)|no preference|not (?:fussy|picky|bothered)|im (?:easy|flexible|not fussy)|"
           "(?:its )?all the same|(?:its )?up to you|you (?:choose|decide|pick)|egal(?: wann| was| welche[rs]?)?|"
           "(?:ist |das ist )?mir egal|jederzeit|irgendwann|irgendeine?[nrs]?|irgendwas|beliebig|wann auch immer)")},
  }};
  return compiled;
}

}  // namespace

std::optional<Quantifier> read_quantifier(const Words& words) {
  if (words.size() == 0 || words.size() > kMaxWords) return std::nullopt;
  const std::string_view text = words.text();
  if (text.find_first_of("0123456789") != std::string_view::npos) return std::nullopt;
  const auto is_told = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
  if (std::none_of(std::begin(kTelling), std::end(kTelling), is_told)) return std::nullopt;
  for (const QuantifierWords& one : quantifier_words()) {
    if (one.whole.occurs_in(words.text())) return one.quantifier;
  }
  return std::nullopt;
}

}  // namespace parley::intents
