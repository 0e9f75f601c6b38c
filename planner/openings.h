// Says the texts with which a conversation and an intent open (docs/dialog.md, section 12).
// Tested by tests/planner/openings_test.cc.
#pragma once

#include <optional>

#include "planner/intent_stack.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Says the bot's `on_start`, once in a conversation. Returns the intent that it starts; unset if it starts none, or the
// intent must not begin.
std::optional<Admitted> greet(TransitionBuilder& builder);

// Says the `opening` of the top intent, before the other texts of the intent. Call it before each question: the opening
// is said once, and never for an intent that another intent has called.
void say_opening(TransitionBuilder& builder);

}  // namespace parley::planner
