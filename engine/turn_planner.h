// Stages "plan" and "call": asks the planner what happens next, and runs the tools that it calls, until the planner
// waits for input or is done.
#pragma once

#include <cstdint>

#include "engine/turn_draft.h"
#include "parley/result.h"
#include "planner/planner.h"

namespace parley::engine {

// If the caller runs the called tool, the call ends the turn, because the result arrives with a later request.
Result<void> plan_turn(TurnDraft& draft, planner::Event event);

// The first turn of a conversation and its time.
struct ConversationStart {
  std::int64_t turn = 1;
  TimeMs at = 0;
};
inline ConversationStart start_of(const SessionState& state) { return {state.began_turn, state.began_at}; }

// Adds a transition to the draft: the new state, the steps, their messages and events. `before` is the conversation
// before the transition, which may have started another conversation. It keeps its continuation id until then.
Result<void> apply_transition(TurnDraft& draft, planner::Transition transition, const ConversationStart& before);

// Returns the inputs of the planner that do not change during a turn.
// Returns the function that judges a value by the type of its param alone. It borrows the scope.
planner::TurnContext::Validator type_validator(const TurnScope& scope);

planner::TurnContext turn_context(const TurnScope& scope, const PendingCommit& pending);

// Returns the text that a step shows to the user; null if the step has no text.
const std::string* text_of(const Step& step);

}  // namespace parley::engine
