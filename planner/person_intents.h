// Handles a message that names an intent which leads straight to a person: a bot's own intent for "a person", or one
// whose rules match anger. Such an intent never waits for a question (docs/dialog.md, rule 11.7).
// Tested by tests/planner/person_intents_test.cc.
#pragma once

#include <optional>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the intent only says something and hands over: it has no params and no confirmation, and only `say` steps
// before a `handoff`.
bool leads_to_person(const config::Intent& intent);

// If the message names such an intent, hands over at once. Values and other intents of the message are kept: the open
// intent takes the values, and the other intents are queued. Returns unset if the message names no such intent.
std::optional<Next> hand_over_by_intent(TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
