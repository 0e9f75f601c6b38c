// Handles the events of a channel: silence, the start, the end and the reset of a session (docs/dialog.md, section 10),
// and the return of a conversation that was handed off (section 11).
// Tested by tests/planner/planner_test.cc, seeds_test.cc, handoff_test.cc and openings_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

Next handle_session_event(TransitionBuilder& builder, SessionEvent event);

// Closes all intents, says goodbye and ends the conversation. The next message begins another one.
Next end_conversation(TransitionBuilder& builder);

// Call it at the start of a message or a silence. Resets the counts of the last message, and closes a question whose
// time is over.
void begin_input(TransitionBuilder& builder);

}  // namespace parley::planner
