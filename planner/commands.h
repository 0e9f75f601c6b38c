// Handles commands and words about the question: cancel, a person, repeat, skip (docs/dialog.md, rules 1.1, 1.2 and
// 1.8). message_policy.h decides when a message is such a command.
// Tested by tests/planner/planner_test.cc and prompting_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Cancels the open intent, or only the change of a param if the user has requested one.
Next handle_cancel(TransitionBuilder& builder, const Understanding& message);
Next handle_cancel_all(TransitionBuilder& builder, const Understanding& message);
Next handle_reset(TransitionBuilder& builder, const Understanding& message);
Next handle_human(TransitionBuilder& builder, const Understanding& message);

Next handle_repeat(TransitionBuilder& builder, const Understanding& message);
Next handle_why(TransitionBuilder& builder, const Understanding& message);
// Handles "skip" and "I don't know". Requires: the bot asks for a param.
Next handle_skip(TransitionBuilder& builder, const Understanding& message);

// For a message that cancels and also names an intent ("forget it, I want a refund"). Ends the open intent or all
// intents before the named intent begins. `act`: kCancel, kCancelAll or kReset.
void call_off(TransitionBuilder& builder, Act act);

}  // namespace parley::planner
