// Decides what a message means to the open question (docs/dialog.md, rules 1.3 to 1.7, and section 5).
// Tested by tests/planner/param_filling_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Each function requires that the bot waits for its kind of answer.
Next handle_param_answer(TransitionBuilder& builder, const Understanding& message);
Next handle_confirmation_answer(TransitionBuilder& builder, const Understanding& message);
Next handle_change_answer(TransitionBuilder& builder, const Understanding& message);  // "what should I change?"
Next handle_choice_answer(TransitionBuilder& builder, const Understanding& message);

// Handles a message when the open intent has no question, because the bot changed.
Next handle_lost_question(TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
