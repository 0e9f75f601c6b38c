// The steps of an intent as plain data. Each kind of step has a struct of its own; StepDefinition is one of them, with
// its position in the file.
//
// Invariants after read_bot returned without errors (config/definition.h):
//   1. `on_failure` and `on_timeout` contain no ToolStep and no CallStep, at any depth.
//   2. A loop contains no AskStep.
// Tested by tests/config/reader_steps_test.cc.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/condition.h"
#include "config/texts.h"
#include "parley/clock.h"
#include "parley/value.h"

namespace parley::config {

// The source of a value. `text` is set for a text with placeholders. A text that is only one placeholder passes the
// value with its type: a number stays a number. Any other text passes a string. Without `text`, `constant` is passed
// unchanged.
struct ValueExpr {
  std::optional<Template> text;
  Value constant;
};

struct StepDefinition;

// An argument of a call: `with`.
struct Argument {
  std::string name;
  ValueExpr origin;
  Mark mark;  // position of the name
};

// A part of a result that a step saves: `save`.
struct Save {
  std::string name;
  std::string path;  // into {"result": ...}: "result.id"
  Mark mark;         // position of the path
};

// Calls a tool. Also a check of a param (Param::checks).
struct ToolStep {
  // A tool result that rejects a param's value. The bot asks for the param again.
  struct Rejection {
    Condition when;  // over `result`
    Text param;      // in `checks`: the param that is checked
    TextVariants say;
  };
  Text tool;
  std::vector<Argument> with;
  std::vector<Save> save;
  // Said when the call starts, and to messages during the call instead of replies.busy.
  std::optional<TextVariants> progress;
  TimeMs timeout = 10'000;
  int retry_attempts = 1;      // total number of tries
  TimeMs retry_backoff = 200;  // wait before the second try; doubles for each further try
  std::vector<Rejection> reject;
  std::vector<StepDefinition> on_failure;  // empty: say replies.tool_failed and hand off
  std::vector<StepDefinition> on_timeout;  // empty: the steps of on_failure
};

struct SayStep {
  TextVariants text;
};

struct HandoffStep {
  std::string reason;  // default "tool_failed" after a failure, else "requested"
};

// `if`
struct BranchStep {
  Condition condition;
  std::vector<StepDefinition> then, otherwise;
};

// Asks for a param now, unless it has a value.
struct AskStep {
  Text param;
};

// Runs another intent, then continues with this one.
struct CallStep {
  Text intent;
  std::vector<Argument> with;  // params of that intent
  std::vector<Save> save;      // from its params and its saved values
};

// Replaces this intent with another.
struct StartStep {
  Text intent;
  std::vector<Argument> with;  // params of that intent
};

// `for_each`: runs steps for each item of a list.
struct LoopStep {
  Text item;        // the name of the item
  Text list;        // the path of the list: a param, or a saved value
  int at_most = 0;  // the number of items that the loop takes, from the first one
  Text left;        // the name under which the loop saves the number of the other items. Empty: it does not
  std::vector<StepDefinition> steps;
};

// One step of an intent. Steps run in order.
struct StepDefinition {
  using What = std::variant<ToolStep, SayStep, HandoffStep, BranchStep, AskStep, CallStep, StartStep, LoopStep>;
  Mark mark;
  What what = SayStep();

  template <class Kind>
  bool is() const {
    return std::holds_alternative<Kind>(what);
  }
  // Null if the step is of another kind.
  template <class Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&what);
  }
  template <class Kind>
  Kind* as() {
    return std::get_if<Kind>(&what);
  }
};

// The members that several kinds have. Empty or null for a step of another kind.
const std::vector<Argument>& arguments_in(const StepDefinition& step);
const std::vector<Save>& saves_in(const StepDefinition& step);
const Text* intent_in(const StepDefinition& step);  // the intent that a CallStep or a StartStep names

}  // namespace parley::config
