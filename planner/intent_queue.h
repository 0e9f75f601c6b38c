// Decides what waits for its turn, and what it gets when it begins (docs/dialog.md, rules 6.6 to 6.9).
//
// The queue has an intent once, with all that an open intent would get: values, lists with all their items, ambiguous
// readings, and the reasons of refused values. When the intent begins, it takes them like those of a message. The bot
// says only then why a value was refused, because the user is busy with something else before.
// Tested by tests/planner/intent_queue_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Adds an intent to the queue, or what the message says to the one that waits already. True if it was not in the queue.
bool queue_intent(TransitionBuilder& builder, const FurtherIntent& further);
bool is_queued(const SessionState& state, std::string_view intent);
// Begins the first intent of the queue. False if the queue is empty.
bool start_queued(TransitionBuilder& builder);
// Moves the values of the queue for the top intent into the intent.
void fill_from_queue(TransitionBuilder& builder);

}  // namespace parley::planner
