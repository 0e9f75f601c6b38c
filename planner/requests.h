// Begins, offers and queues the intents that a message asks for (docs/dialog.md, sections 4 and 6).
// Tested by tests/planner/planner_test.cc and intent_queue_test.cc.
#pragma once

#include <vector>

#include "planner/effects.h"
#include "planner/resolution.h"

namespace parley::planner {

// Queues the intents of the message that wait, and further runs of the open intent.
void queue_waiting(TransitionBuilder& builder, const Resolution& resolution);

// Begins the intent that has the right to begin, if any: instead of the open one, on top of it, or when nothing is
// open. Otherwise offers the intents that the message may mean.
void begin_requests(TransitionBuilder& builder, const Understanding& message, const Resolution& resolution,
                    Effects& effects);

// If the bot asks a question while such an intent is queued, it first says once that it will come back to it.
void announce_queued(TransitionBuilder& builder);

}  // namespace parley::planner
