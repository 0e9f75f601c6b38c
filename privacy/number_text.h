// Numbers as people and programs write them: "1234.5", "1,234.50", "1.234,50", "1 234,5", "1'234.50".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "parley/understanding.h"

namespace parley::privacy {

// The absolute value of a number.
struct PlainNumber {
  std::string whole;     // digits without leading zeros; empty for less than one
  std::string fraction;  // digits without trailing zeros
  friend bool operator==(const PlainNumber&, const PlainNumber&) = default;
};

// Parses a number as programs write it, "-1234.50": digits with an optional sign and an optional decimal point.
std::optional<PlainNumber> plain_number(std::string_view text);

// Returns the span of the number that begins at `begin` if it can be read as `number`.
std::optional<Span> number_at(std::string_view text, std::size_t begin, const PlainNumber& number);

}  // namespace parley::privacy
