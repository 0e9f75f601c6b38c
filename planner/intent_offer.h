// Asks which intent a doubtful message means, and takes the answer (docs/dialog.md, rule 1.10).
//
// The offered intents are no open question: nothing is open, and the next message may be about anything. They stay
// offered, with the values of the message that they came from, until an intent begins, the user means none of them, or
// the conversation ends.
//
// Tested by tests/planner/intent_offer_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"
#include "planner/effects.h"

namespace parley::planner {

// Offers the intents that a message may mean, and asks which one the user means.
Next offer_intents(TransitionBuilder& builder, const std::vector<FurtherIntent>& doubtful);

// Asks what to do with a value that the message gives without naming an intent. The second time in a row counts as a
// message that is not understood.
Next offer_takers(TransitionBuilder& builder, const std::vector<FurtherIntent>& takers);

// Keeps the values that a message has for the offered intents.
void keep_values_for_offer(TransitionBuilder& builder, const std::vector<ParamValue>& values);
// Begins the offered intent at this place. Any other index means "something else".
void take_offer(TransitionBuilder& builder, int index, Effects& effects);
// Begins the only offered intent. If there are several, asks again.
void take_only_offer(TransitionBuilder& builder, Effects& effects);
void refuse_offer(TransitionBuilder& builder, Effects& effects);

// Moves an offered intent to the queue, from which it takes its values when it begins. Does nothing if it is not
// offered.
void take_offered(TransitionBuilder& builder, std::string_view intent);

// Returns the offered intents. The further runs of an enumeration, which are in SessionState::offered too, do not
// count.
std::vector<std::string> offered_intents(const SessionState& state);
// Returns the texts of the quick replies: the names of the offered intents, then "something else".
std::vector<std::string> offer_labels(const config::BotDefinition& bot, const SessionState& state);

}  // namespace parley::planner
