// The inputs and the output of a step of the planner, other than the bot and the state (planner/planner.h).
// Tested by tests/planner/planner_test.cc and rephrasable_texts_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/trace.h"
#include "parley/turn.h"
#include "parley/understanding.h"
#include "planner/response_renderer.h"

namespace parley::planner {

// The inputs of a turn other than the event. `context` has the facts of the request. Borrows its texts.
struct TurnContext {
  TimeMs now = 0;
  std::int64_t turn = 1;
  Value context;
  std::string_view config_hash;
  using Validator = std::function<ParamValue(const std::string& intent, const std::string& param, const Value& value)>;
  // Validates a value from a tool in the same way as a value in a message of this turn. Pure. If empty, only the rules
  // of `validate` apply.
  Validator validate = {};
  // Reads a value from the bot file ("today") by the type of the param alone. Pure. If empty, such values stay
  // unchanged.
  Validator validate_type = {};
  // With SessionEvent::kGiveBack: what was open continues.
  bool resumes = false;
  // The conversation has reached `session.max_turns`, and the bot hands such conversations over (`at_limit: handoff`).
  bool over_turn_limit = false;
  // A secret for the digests of facts in the state (Frame::facts). May be empty.
  std::string_view fact_key = {};
  // Whether the caller reads Transition::trace.
  bool traces = true;
};

// A text that a language model may say in other words (`rephrase`).
struct RephrasableText {
  std::size_t step = 0;                    // the index of a Say or an AskUser
  Span span;                               // in its text; the bot may have added more before or after it
  std::vector<config::ValuePlace> values;  // within the span
};

// What a step adds to the new state.
struct Transition {
  std::vector<Step> steps;
  TurnStatus status = TurnStatus::kDone;
  std::optional<std::string> intent;  // the open intent; otherwise the intent that ended in this step
  Value::Object params;               // the params of `intent`
  std::vector<RephrasableText> rephrasable = {};
  bool keeps_values = false;      // an intent has ended, or the state keeps a value for an intent that begins soon
  DisclosedValues disclosed;      // the values in the texts of `steps` that may be private
  std::vector<TraceEvent> trace;  // the decisions, in order. Empty unless TurnContext::traces
};

}  // namespace parley::planner
