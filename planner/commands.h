// What commands and words about the question do: cancel, a person, repeat, skip (docs/dialog.md, rules 1.1, 1.2
// and 1.8). message_policy decides when a message is one. Tested by tests/planner/planner_test.cc and
// prompting_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// A cancel ends the open intent, or the change of a param that the user asked for.
Next handle_cancel(TransitionBuilder& builder, const Understanding& message);
Next handle_cancel_all(TransitionBuilder& builder, const Understanding& message);
Next handle_reset(TransitionBuilder& builder, const Understanding& message);
Next handle_human(TransitionBuilder& builder, const Understanding& message);

Next handle_repeat(TransitionBuilder& builder, const Understanding& message);
Next handle_why(TransitionBuilder& builder, const Understanding& message);
// "skip" and "I don't know". Requires: the bot asks for a param.
Next handle_skip(TransitionBuilder& builder, const Understanding& message);

// Ends what is open because the message also names the intent that begins instead. `act`: kCancel, kCancelAll, kReset.
void call_off(TransitionBuilder& builder, Act act);

}  // namespace parley::planner
