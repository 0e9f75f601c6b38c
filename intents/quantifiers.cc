// Tested by tests/intents/quantifiers_test.cc.
#include "intents/quantifiers.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "intents/english_lexicon.h"
#include "intents/lexicon.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMaxWords = 8;  // of such an answer

const lexicon::Quantities& quantity_words() { return lexicon::kEn.quantities; }

struct QuantifierWords {
  Quantifier quantifier;
  Pattern whole;
};

Pattern whole_of(std::string_view words, const std::string& accepted = any_after(quantity_words().accepted)) {
  return Pattern(english::whole_message(concat({words, accepted, any_after(quantity_words().after_quantity)})),
                 Pattern::Case::kCounts);
}

const std::array<QuantifierWords, 4>& quantifier_words() {
  static const std::array<QuantifierWords, 4> compiled = {{
      {Quantifier::kAll, whole_of(quantity_words().all)},
      {Quantifier::kBoth, whole_of(quantity_words().both)},
      {Quantifier::kNone, whole_of(quantity_words().none, "")},
      {Quantifier::kAny, whole_of(any_before(quantity_words().before_any) + std::string(quantity_words().any))},
  }};
  return compiled;
}

}  // namespace

std::optional<Quantifier> read_quantifier(const Words& words) {
  if (words.size() == 0 || words.size() > kMaxWords) return std::nullopt;
  const std::string_view text = words.text();
  if (text.find_first_of("0123456789") != std::string_view::npos) return std::nullopt;
  const auto is_told = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
  // Other messages cost no regex.
  if (std::none_of(quantity_words().telling.begin(), quantity_words().telling.end(), is_told)) return std::nullopt;
  for (const QuantifierWords& one : quantifier_words()) {
    if (one.whole.occurs_in(words.text())) return one.quantifier;
  }
  return std::nullopt;
}

}  // namespace parley::intents
