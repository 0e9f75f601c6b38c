// Handles a message of the user (docs/dialog.md, section 1), in three parts:
//
//   resolve   which of its acts may act (planner/resolution.h). Changes nothing
//   apply     values, then answers to questions of the user, then the other acts in the order of the message, then the
//             intents that begin
//   settle    once, from the effects of all acts: the open intent continues, the question is asked again, or the
//             message was not understood
//
// All acts are applied before the steps of an intent run. A tool that suspends the turn therefore leaves no act behind:
// intents that wait are in SessionState::queue.
// Tested by tests/planner/message_handler_test.cc and act_pairs_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

void handle_message(TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
