// Opens the intent that was done last again, with what the user changes (docs/dialog.md, section 14).
//
// Tested by tests/planner/follow_up_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/effects.h"

namespace parley::planner {

// Keeps the params of an intent that is done, so that a follow-up can open it again. Private values and values that
// came from results are not kept.
void remember_done(TransitionBuilder& builder, const Frame& done);

// Whether the open intent would do, without a confirmation, what was done a moment ago with the same values. The user
// may only have described it once more: "yes, 2 pillows, 1 towel".
bool repeats_what_was_done(const TransitionBuilder& builder);
// Closes such an intent, and repeats what the bot said last about it.
void close_repeated_intent(TransitionBuilder& builder);

// The bot repeats what it said last about the intent that was done. Requires `state.done`.
Next say_outcome(TransitionBuilder& builder);
// Whether nothing is open, and there is such a text.
bool has_outcome(const TransitionBuilder& builder);

// Requires that nothing is open.
void apply_follow_up(TransitionBuilder& builder, const acts::FollowUp& follow_up, Effects& effects);

}  // namespace parley::planner
