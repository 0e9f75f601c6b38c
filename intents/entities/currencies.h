// The names of currencies as they stand beside a number: signs ("$"), words ("canadian dollars"), ISO 4217 codes
// ("EUR"), and codes of thousands or millions of them ("MUSD"). One place for the vocabulary.
#pragma once

#include <cstddef>
#include <string_view>

namespace parley::intents {

struct NamedCurrency {
  std::string_view code;  // empty: no currency stands there
  std::size_t place = 0;  // where its name begins, or ends
  bool is_cents = false;
  long long scale = 1;
};

// The one whose name ends at `at`, or begins there, spaces aside.
NamedCurrency currency_before(std::string_view text, std::size_t at);
NamedCurrency currency_after(std::string_view text, std::size_t at);

// The word, "rupees 500": weaker, for it may belong to another number before it.
NamedCurrency currency_word_before(std::string_view text, std::size_t at);

}  // namespace parley::intents
