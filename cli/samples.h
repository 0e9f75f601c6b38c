// Labeled messages for evaluating a bot: the lines that `parley eval` reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parley/result.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::cli {

// A value in a message. Offsets count code points; the end is exclusive.
struct Labelled {
  std::string name;  // name of the param or the type
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::vector<Value> accepted;  // accepted values; empty: any value
};

// A message and its expectations. Missing expectations are not evaluated.
struct Sample {
  std::string text;
  std::string waiting_for_param;
  Value context;
  long long now_ms = 0;
  std::optional<std::string> intent;           // "" for no intent
  std::optional<Value::Object> params;         // of that intent: exactly these
  std::optional<std::vector<Labelled>> spans;  // of params, for any intent
  std::vector<Labelled> entities;
  std::vector<std::string> types;  // types to evaluate: their values must be exactly those in `entities`

  bool has_expectations() const { return intent || spans || !types.empty(); }
};

// The lines of a data file.
struct Samples {
  std::vector<Sample> labelled;
  std::int64_t skipped = 0;  // lines without expectations
};

// Reads JSON Lines:
// {"text", "intent"?, "params"?, "context"?, "spans"?: [[param, start, end]], "waiting_for_param"?,
// "entities"?: [{"type", "start", "end", "value"?: [accepted...]}], "types"?, "now"?}.
Result<Samples> read_samples(const std::string& path);

// Converts a byte span of `text` to code points.
Labelled in_code_points(const std::string& name, const Span& span, const std::string& text);

// Whether a value is accepted, however it is written: 3 equals "3.0", {"amount": 5, ...} equals 5 or, in cents, 500,
// and an instant may omit its seconds.
bool is_accepted(const Value& found, const std::vector<Value>& accepted);

}  // namespace parley::cli
