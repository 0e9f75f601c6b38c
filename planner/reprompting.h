// Decides what follows an answer that cannot be accepted: the question again, or giving up (docs/dialog.md, section 2).
// Tested by tests/planner/prompting_test.cc.
#pragma once

#include <string>

#include "planner/transition_builder.h"

namespace parley::planner {

// Counts an attempt of the open question, says why, and asks again. After the last attempt, gives up as the bot says.
// `reason` is what the bot says if the param has no text for this failure.
Next reject_answer(TransitionBuilder& builder, AnswerFailure failure, std::string reason);

// Asks the open question again at no cost, after saying `first`. More than kMaxAsides times in a row cost an attempt.
Next repeat_question(TransitionBuilder& builder, std::string first = {});

// A message arrived while a tool runs.
Next say_tool_is_running(TransitionBuilder& builder);

}  // namespace parley::planner
