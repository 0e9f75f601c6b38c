// Handles a message that the bot cannot accept: asks again, or gives up the question (docs/dialog.md, section 2). If
// nothing is open, the bot's `fallback` applies.
// Tested by tests/planner/prompting_test.cc and planner_test.cc.
#pragma once

#include <string>

#include "planner/effects.h"

namespace parley::planner {

// Counts an attempt of the open question, says why the answer is not accepted, and asks again. After the last attempt,
// gives up the question and does what `on_exhausted` says. `reason` is said first. A text of the param's `reprompts`
// replaces it, unless the reason answers what the user said (kReplacesReprompt), or is about the user's value
// (kInvalid, kRejected).
Next reject_answer(TransitionBuilder& builder, AnswerFailure failure, std::string reason,
                   Reason kind = Reason::kDefault);

// Says `first`, and asks the open question again without counting an attempt. After kMaxAsides repetitions in a row,
// counts an attempt.
Next repeat_question(TransitionBuilder& builder, std::string first = {});

// Counts a message that names no intent, and says a text. After several such messages in a row, the bot's `fallback`
// applies.
Next handle_unmatched(TransitionBuilder& builder, const config::TextVariants& text);

// Answers a message that arrives while a tool runs.
Next say_tool_is_running(TransitionBuilder& builder);

}  // namespace parley::planner
