// Handles a message that names an intent which leads straight to a person: a bot's own intent for "a person", or one
// whose rules match anger. Such an intent never waits for a question (docs/dialog.md, rule 11.7).
// Tested by tests/planner/person_intents_test.cc.
#pragma once

#include <optional>
#include <string>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the intent only says something and hands over: it has no params and no confirmation, and only `say` steps
// before a `handoff`.
bool leads_to_person(const config::Intent& intent);

// Whether an intent leads to a person, and may interrupt others.
bool is_urgent(const TransitionBuilder& builder, const std::string& intent);

// Hands over at once by such an intent. Returns unset if its `when` does not hold. The values and the other intents of
// the message are kept before.
std::optional<Next> hand_over_by_intent(TransitionBuilder& builder, const FurtherIntent& wanted);

}  // namespace parley::planner
