// Reads numbers in digits ("1,250.50") and in English words, for every type that counts something.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "parley/value.h"

namespace parley::intents {

struct ReadNumber {
  Value value;  // an int if it is whole, otherwise a double
  std::size_t end = 0;
};

// Returns the number that starts exactly at `at`, without a sign. Includes a following "thousand", "million", "dozen",
// "k" or fraction (fractions.h). The caller checks the text before and after it.
std::optional<ReadNumber> read_number(std::string_view text, std::size_t at);

// Returns the end of the digits at `at`, including groups and decimals, even if the number is out of range. Returns
// `at` if there are no digits.
std::size_t end_of_digits(std::string_view text, std::size_t at);

// Returns an int if the number is whole and fits, otherwise a double.
Value to_value(double number);

// Returns the negated number.
Value negative(const Value& number);

// Returns the integer, or -1 if there are too many digits.
long long to_integer(std::string_view digits);

// Converts digits with at most one decimal point. Requires that `digits` has no other character.
double to_double(std::string_view digits);

}  // namespace parley::intents
