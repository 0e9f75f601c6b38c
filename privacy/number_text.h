// Numbers as people and programs write them: "1234.5", "1,234.50", "1.234,50", "1 234,5", "1'234.50".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "parley/understanding.h"

namespace parley::privacy {

// The size of a number, whatever its sign.
struct PlainNumber {
  std::string whole;     // digits, no zero in front; empty for less than one
  std::string fraction;  // digits, no zero at the end
  friend bool operator==(const PlainNumber&, const PlainNumber&) = default;
};

// "-1234.50" as a program writes it: digits, and a point before its fraction.
std::optional<PlainNumber> plain_number(std::string_view text);

// The place of the number that begins at `begin`, when it may be read as `number`.
std::optional<Span> number_at(std::string_view text, std::size_t begin, const PlainNumber& number);

}  // namespace parley::privacy
