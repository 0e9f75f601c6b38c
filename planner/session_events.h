// Decides what silence, the end and a reset of a session do (docs/dialog.md, section 10).
// Tested by tests/planner/planner_test.cc and seeds_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

Next handle_session_event(TransitionBuilder& builder, SessionEvent event);

// Begins a message or an event of the channel: resets what counts per message, and closes a question that is too old.
void begin_input(TransitionBuilder& builder);

}  // namespace parley::planner
