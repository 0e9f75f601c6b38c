// Writes numbers, money and measures in English.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::base::english {

using OptionalText = std::optional<std::string>;

// The maximum and minimum number of decimals. Numbers are rounded half up. A whole number gets no decimals.
struct Decimals {
  int max = 6, min = 0;
};
// Returns nullopt for a value that is not a number, and for doubles of 1e15 and above.
OptionalText number(const Value& value, Decimals decimals = {}, bool with_commas = true);

OptionalText ordinal(const Value& value);
OptionalText money(const Value& value, std::string_view style);
OptionalText duration(const Value& value, bool is_short);
OptionalText age(const Value& value);
OptionalText temperature(const Value& value);

std::string_view ordinal_form(double number);  // "one", "two", "few" or "other": 1st, 2nd, 3rd, 4th

// Joins `items`: "a, b, and c" when `word` is "and"; "a, b, c" when it is empty.
std::string list(const std::vector<std::string>& items, std::string_view word);

}  // namespace parley::base::english
