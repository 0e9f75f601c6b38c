// A param of several types, `type: [date, time]`, has one type name: "date|time". Its value says which type it has:
// {"type": "date", "value": "2026-03-05"}.
// Tested by tests/intents/several_types_test.cc.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::config {

inline constexpr char kTypeSeparator = '|';

inline bool is_several_types(std::string_view type) { return type.find(kTypeSeparator) != std::string_view::npos; }

// Returns the names in "date|time"; the name itself for one type.
inline std::vector<std::string> types_in(std::string_view type) {
  std::vector<std::string> all;
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find(kTypeSeparator, begin), type.size());
    all.emplace_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return all;
}

// Returns the inner value of a value of several types; the value itself for one type. Null if it has another shape.
inline const Value* inner_value(std::string_view type, const Value& value) {
  return is_several_types(type) ? value.find("value") : &value;
}

}  // namespace parley::config
