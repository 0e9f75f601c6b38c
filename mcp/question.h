// Question is what the bot asks at the end of a turn, as a form of MCP (elicitation).
//
// Tested by tests/mcp/tool_calls_test.cc.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "config/definition.h"
#include "parley/turn.h"

namespace parley::mcp {

struct Question {
  enum class Kind {
    kParam,    // the value of a param
    kConfirm,  // yes or no
    kText,     // an answer in words: a choice, or a param whose values the bot lists
  };
  Kind kind = Kind::kText;
  std::string intent;       // kParam: the intent of the param
  std::string key;          // the name of the answer in the form
  std::string message;      // all that the bot says
  Value::Object schema;     // of the answer
  bool is_private = false;  // a form must not ask for it
};

// Returns the question of a turn with the status kWaiting.
Question question_of(const config::BotDefinition& bot, const Turn& turn);

// The params of the request `elicitation/create`.
Value::Object form_of(const Question& question);

// Whether the client's answer says that the user declined or closed the form.
bool is_declined(const Value& answer);

// The input of the turn that continues after the client's answer to the form: {action, content}. Unset if the answer is
// not one for this form.
std::optional<decltype(Request::input)> input_of(const Question& question, const Value& answer);

}  // namespace parley::mcp
