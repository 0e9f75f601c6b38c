// Reads numbers in English words: "seven", "twenty-five", "a hundred", "two hundred and five thousand", "five point
// two", "half a dozen".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "intents/entities/numbers.h"

namespace parley::intents {

// NumberInWords is the number that starts exactly at `at`. The part after its last "and" may instead be the numerator
// of a fraction: "a hundred and three quarters". `before_and` is the number without that part.
struct NumberInWords {
  ReadNumber whole;
  std::optional<ReadNumber> before_and;
};
std::optional<NumberInWords> read_words(std::string_view text, std::size_t at);
std::optional<ReadNumber> read_number_words(std::string_view text, std::size_t at);

// Returns the ordinal that starts exactly at `at`: "third", "twenty-first", "two hundredth".
std::optional<ReadNumber> read_ordinal_words(std::string_view text, std::size_t at);

// Returns the number of "third" or "hundredth", and 0 for any other word.
long long ordinal_of(std::string_view word);

// Word is the word at a position, in lower case. It is empty if there is no word or if the word is too long for a
// number.
struct Word {
  std::string text;
  std::size_t end = 0;
};
Word word_at(std::string_view text, std::size_t at);

// Returns the next word after spaces or one hyphen. The word is empty if neither follows.
Word next_word(std::string_view text, std::size_t end);

// Returns the multiplier of "dozen", "hundred", "thousand", "million", "billion" or "trillion", and 0 for any other
// word.
long long scale_of(std::string_view word);

}  // namespace parley::intents
