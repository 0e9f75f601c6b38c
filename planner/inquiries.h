// Answers the questions of the user while the bot itself waits for an answer (docs/dialog.md, rules 4.7 to 4.10, and
// section 16).
//
// Tested by tests/planner/inquiries_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the message only asks the bot something. Its handler answers, and then repeats the open question, if any.
bool is_only_inquiry(const TransitionBuilder& builder, const Understanding& message);
Next handle_inquiry(TransitionBuilder& builder, const Understanding& message);

// Says the answers to the inquiries of a message that also says something else, before the steps from `place` on.
void answer_inquiries(TransitionBuilder& builder, const Understanding& message, std::size_t place);

}  // namespace parley::planner
