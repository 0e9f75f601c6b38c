// Messages with what is known of them, to judge a bot by: the lines that `parley eval` reads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "parley/result.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::cli {

// A value that stands in a message. Offsets count code points, the end exclusive.
struct Labelled {
  std::string name;  // the param, or the type
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::vector<Value> accepted;  // empty: whatever it is read as
};

// A message and what is expected of it; what a line does not say is not judged.
struct Sample {
  std::string text;
  std::string waiting_for_param;
  Value context;
  long long now_ms = 0;
  std::optional<std::string> intent;           // "" for none
  std::optional<Value::Object> params;         // of that intent: these, and no other
  std::optional<std::vector<Labelled>> spans;  // of params, whatever the intent
  std::vector<Labelled> entities;
  std::vector<std::string> types;  // that are judged: found where `entities` says, and nowhere else

  bool is_judged() const { return intent || spans || !types.empty(); }
};

struct Samples {
  std::vector<Sample> judged;
  std::int64_t skipped = 0;  // lines that say nothing to judge
};

// JSON Lines: {"text", "intent"?, "params"?, "context"?, "spans"?: [[param, start, end]], "waiting_for_param"?,
// "entities"?: [{"type", "start", "end", "value"?: [accepted...]}], "types"?, "now"?}.
Result<Samples> read_samples(const std::string& path);

// A span of bytes of `text` in code points.
Labelled in_code_points(const std::string& name, const Span& span, const std::string& text);

// Whether a value is the accepted one, however it is written: 3 is "3.0", {"amount": 5, ...} is 5 or, in cents, 500,
// and an instant is one with or without seconds.
bool is_accepted(const Value& found, const std::vector<Value>& accepted);

}  // namespace parley::cli
