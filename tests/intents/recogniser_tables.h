// Tables of recognised values. A row has a text with the expected spans in [brackets] and the canonical values as JSON.
// The recogniser must find no other values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "intents/entities/recogniser.h"
#include "intents/folded_text.h"

namespace parley::intents {

// Monday, 2 March 2026, 09:00 UTC.
inline constexpr long long kMonday = 1'772'442'000'000;

struct Row {
  std::string marked;
  std::vector<std::string> values = {};
};

// Returns the JSON of a text that needs no escaping.
inline std::string q(const std::string& text) { return '"' + text + '"'; }

// Returns for example: 6..11 "O-12345"
inline std::string span_and_value(std::size_t begin, std::size_t end, const std::string& value) {
  return std::to_string(begin) + ".." + std::to_string(end) + " " + value;
}

inline std::vector<std::string> found_in(const Recogniser& recogniser, std::string_view text, bool asked) {
  const FoldedText folded(text);
  std::vector<Found> found;
  recogniser.find({folded.text(), Now(kMonday, {}), asked}, found);
  std::vector<std::string> out;
  for (const Found& one : found) {
    const Span span = folded.original_span(one.begin, one.end);
    out.push_back(span_and_value(span.begin, span.end, one.value.to_json()));
  }
  return out;
}

inline void check(const Recogniser& recogniser, const std::vector<Row>& rows, bool asked = false) {
  for (const Row& row : rows) {
    INFO(row.marked);
    std::string text;
    std::vector<std::string> expected;
    std::size_t begin = 0;
    for (const char c : row.marked) {
      if (c == '[') {
        begin = text.size();
      } else if (c == ']') {
        REQUIRE(expected.size() < row.values.size());
        expected.push_back(span_and_value(begin, text.size(), row.values[expected.size()]));
      } else {
        text += c;
      }
    }
    CHECK(expected.size() == row.values.size());
    CHECK(found_in(recogniser, text, asked) == expected);
  }
}

}  // namespace parley::intents
