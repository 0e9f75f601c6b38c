// Numbers as they are written: in digits ("1,250.50") and in English words. Shared by every type that counts something.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "parley/value.h"

namespace parley::intents {

struct ReadNumber {
  Value value;  // an int when it is whole, else a double
  std::size_t end = 0;
};

// The number that starts exactly at `at`, without a sign. A following "thousand", "million", "dozen", "k" or
// fraction (fractions.h) counts. What stands before it and after it is for the caller to judge.
std::optional<ReadNumber> read_number(std::string_view text, std::size_t at);

// The end of the digits at `at` with their groups and decimals, whether or not the number is in range; `at` if there
// are none.
std::size_t end_of_digits(std::string_view text, std::size_t at);

// An int when it is whole and not too large for that.
Value to_value(double number);

// The same number with a minus.
Value negative(const Value& number);

// A whole number of digits; -1 when there are too many.
long long to_integer(std::string_view digits);

// Requires: digits with at most one point among them.
double to_double(std::string_view digits);

}  // namespace parley::intents
