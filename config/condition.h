// Condition: what must hold of params, saved values and facts, in `when`, `if`, `validate` and `reject`.
// Tested by tests/config/reader_conditions_test.cc.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "config/texts.h"
#include "parley/value.h"

namespace parley::config {

// A condition is data, not code. `{amount: {gt: 50}, context.vip: true}` is a kAll of two comparisons.
struct Condition {
  enum class Kind { kAll, kAny, kNot, kCompare };
  enum class Op { kEq, kNe, kGt, kGe, kLt, kLe, kIn, kExists, kMatches };
  // Returns whether the regex of a kMatches condition matches somewhere in a text. Thread-safe.
  using TextTest = std::function<bool(std::string_view text)>;
  Kind kind = Kind::kAll;           // an empty kAll is true
  std::vector<Condition> children;  // kAll, kAny, kNot (one)
  std::string path;                 // kCompare: "context.logged_in", "amount"; in `validate`: "value"
  Op op = Op::kEq;
  Value operand;             // kIn: an array; kExists: a bool; kMatches: the regex
  bool is_relative = false;  // the operand is "today", "tomorrow", "yesterday" or "now"; only in `validate`
  TextTest occurs_in;        // kMatches: set when intents/ compiles the regex; empty if it does not compile
  Mark mark;                 // kCompare: position of the path
  Mark operand_mark;         // kMatches: position of the regex
};

}  // namespace parley::config
