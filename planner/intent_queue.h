// Keeps the queue of intents that the user named for later, with their values (docs/dialog.md, rules 6.6 to 6.9).
// intent_stack.h begins them.
//
// Each intent is in the queue at most once, except that an enumeration of values ("track 12345 and 23456") queues it
// once for each further value (QueuedIntent::repeats_for). It waits with its values, ambiguous readings, and the
// reasons for refused values. When the intent begins, it takes these values like the values of a message. Only then
// does the bot say why a value was refused, because until then the dialog is about another intent. Tested by
// tests/planner/intent_queue_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

using IntentQueue = std::vector<QueuedIntent>;

// Returns the place of an intent in the queue. Further runs of an intent do not count.
IntentQueue::iterator find_queued(IntentQueue& queue, std::string_view intent);

// Returns an intent of a message as it is queued, with its values.
QueuedIntent queued_intent(const TransitionBuilder& builder, const FurtherIntent& further);
// Adds an intent to the queue. If it is already queued, adds only the values of the message to it. Returns true if it
// was not queued before.
bool queue_intent(TransitionBuilder& builder, const FurtherIntent& further);
// Queues the intent of `frame` once more for each of these values of a param. The further runs have the other values of
// the frame. Returns whether any is new.
bool queue_others(TransitionBuilder& builder, const std::string& intent, const FilledParams& params,
                  const std::vector<ParamValue>& others);
// Whether the queue has this further run of an intent.
bool has_run(const IntentQueue& queue, const std::string& intent, const std::string& param, const Value& value);
bool is_queued(const SessionState& state, std::string_view intent);
// Moves the queued values of the top intent into the intent, and removes it from the queue.
void fill_from_queue(TransitionBuilder& builder);

}  // namespace parley::planner
