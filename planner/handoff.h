// Hands the conversation over to a person (docs/dialog.md, section 11). session_events.h gives it back to the bot.
//
// While a person has the conversation, the open intents are suspended. The bot says nothing, except for one
// `while_handed_off`, and understands nothing.
// Tested by tests/planner/handoff_test.cc.
#pragma once

#include <string>

#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the open intent may continue when the conversation is given back. An intent whose own steps lead to a person
// ends, with the intents that called it: the steps after a `handoff` must not run unless the user asks again.
enum class OpenIntent { kMayContinue, kEnds };

// Adds a handoff step, and suspends the open intents. The handoff contains the open intent, its params and attempts,
// and the intents that were interrupted, are queued or were offered, with their params. Always returns kStop.
Next hand_off(TransitionBuilder& builder, std::string reason, OpenIntent open = OpenIntent::kMayContinue);
Next hand_off_after_too_many_steps(TransitionBuilder& builder);
// For a step that begins an intent whose `when` does not hold.
Next hand_off_before_barred_intent(TransitionBuilder& builder);

// Each of these requires that the conversation is handed off.

// Handles a message of the user, which is for the person.
Next leave_message_to_person(TransitionBuilder& builder);
// Holds the result of a tool until the conversation is given back.
Next hold_outcome(TransitionBuilder& builder, const ToolOutcome& outcome);
// Returns the conversation to the bot without a text. The suspended intents are open again.
void take_back(TransitionBuilder& builder);

// Add to the trace that the intents on the stack end with a handoff, or that this end is taken back.
void note_handed_off(TransitionBuilder& builder);
void note_given_back(TransitionBuilder& builder);

}  // namespace parley::planner
