// The kind of the open question, on which the meaning of an act depends (planner/resolution.h).
// Tested by tests/planner/open_question_test.cc.
#pragma once

#include "config/definition.h"
#include "parley/session.h"

namespace parley::planner {

enum class Question {
  kNothing,  // no intent is open
  kOffer,    // no intent is open, and the bot has asked "did you mean ...?"
  kParam,    // a param
  kYesNo,    // a param of the type boolean
  kOptions,  // a param, with numbered options
  kConfirm,  // "shall I?"
  kChange,   // "what should I change?"
  kChoice,   // "which of these values?"
  kTool,     // a tool runs
  kLost,     // an intent is open without a question, after a write of the caller
};
const char* to_string(Question question);  // "nothing", "offer", "param", "yes_no", "options", "confirm", ...

Question question_of(const config::BotDefinition& bot, const SessionState& state);

}  // namespace parley::planner
