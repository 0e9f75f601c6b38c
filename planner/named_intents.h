// Handles a message that names intents: begins one, interrupts the open intent, or queues intents (docs/dialog.md,
// sections 4 and 6).
// Tested by tests/planner/planner_test.cc and intent_queue_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the message names an intent other than the open one.
bool names_other_intent(const TransitionBuilder& builder, const Understanding& message);

// Begins the intent that the message names, with its values. If the message names no intent, offers the doubtful ones,
// or the bot's `fallback` applies.
Next handle_new_intent(TransitionBuilder& builder, const Understanding& message);
// Begins an intent other than the open one on top of it. If it may not interrupt, queues it.
Next handle_digression(TransitionBuilder& builder, const Understanding& message);

// Ends the open intent, and begins the intent that the message names: "Forget it, what is my balance?".
Next handle_replacement(TransitionBuilder& builder, const Understanding& message);

// Queues the intents that the message names, in the order in which the user said them. The first intent stays in
// `message` as its only intent. If `message` has no best candidate, it is about the open question, and all named
// intents are queued.
void queue_further_intents(TransitionBuilder& builder, Understanding& message);
// If the bot asks a question while such an intent is queued, it first says once that it will come back to it.
void announce_queued(TransitionBuilder& builder);

}  // namespace parley::planner
