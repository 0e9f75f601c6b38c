// Numbers in English words: "seven", "twenty-five", "a hundred", "two hundred and five thousand", "five point two",
// "half a dozen".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "intents/entities/numbers.h"

namespace parley::intents {

// The number that starts exactly at `at`. What its last "and" joins may be the numerator of a fraction instead, "a
// hundred and three quarters": `before_and` is the number without it.
struct NumberInWords {
  ReadNumber whole;
  std::optional<ReadNumber> before_and;
};
std::optional<NumberInWords> read_words(std::string_view text, std::size_t at);
std::optional<ReadNumber> read_number_words(std::string_view text, std::size_t at);

// The ordinal that starts exactly at `at`: "third", "twenty-first", "two hundredth".
std::optional<ReadNumber> read_ordinal_words(std::string_view text, std::size_t at);

// What "third" or "hundredth" counts as; 0 for any other word.
long long ordinal_of(std::string_view word);

// The word at `at`, in lower case; empty when none stands there or one too long to be part of a number.
struct Word {
  std::string text;
  std::size_t end = 0;
};
Word word_at(std::string_view text, std::size_t at);

// The same after a gap of spaces or one hyphen; empty when there is no gap.
Word next_word(std::string_view text, std::size_t end);

// What "dozen", "hundred", "thousand", "million", "billion" and "trillion" multiply by; 0 for any other word.
long long scale_of(std::string_view word);

}  // namespace parley::intents
