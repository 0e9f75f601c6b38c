// Decides what a message that names intents does: begin one, interrupt the open one, or queue (docs/dialog.md, sections
// 4 and 6). Tested by tests/planner/planner_test.cc and intent_queue_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Begins the intent that the message names, with its values. Without an intent: the fallback.
Next handle_new_intent(TransitionBuilder& builder, const Understanding& message);
// Another intent than the open one: it interrupts, or is queued if it may not interrupt.
Next handle_digression(TransitionBuilder& builder, const Understanding& message);

// "Forget it, what is my balance?": ends what is open, and begins the other intent.
Next handle_replacement(TransitionBuilder& builder, const Understanding& message);

// Queues the intents that the message names, in the order in which the user said them, except the first, which is left
// in `message` alone. Without a first one, the message says something about the open question. Returns those that were
// not in the queue before.
std::vector<std::string> queue_further_intents(TransitionBuilder& builder, Understanding& message);
// If one of these intents still waits when the bot asks something, the bot says first that it will return to it.
void announce_queued(TransitionBuilder& builder, const std::vector<std::string>& intents);

}  // namespace parley::planner
