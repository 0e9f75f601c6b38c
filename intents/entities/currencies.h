// Names of currencies next to a number: signs ("$"), words ("canadian dollars"), ISO 4217 codes ("EUR"), and codes with
// a prefix for thousands or millions ("MUSD"). All types share this vocabulary.
#pragma once

#include <cstddef>
#include <string_view>

namespace parley::intents {

struct NamedCurrency {
  std::string_view code;  // empty if there is no currency at that position
  std::size_t place = 0;  // where its name begins (before a number) or ends (after it)
  bool is_cents = false;
  long long scale = 1;
};

// Return the currency whose name ends or begins at `at`, apart from spaces.
NamedCurrency currency_before(std::string_view text, std::size_t at);
NamedCurrency currency_after(std::string_view text, std::size_t at);

// Returns a currency word before a number: "rupees 500". This is weaker evidence, because the word may belong to
// another number before it.
NamedCurrency currency_word_before(std::string_view text, std::size_t at);

}  // namespace parley::intents
