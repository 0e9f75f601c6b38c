// Decides which steps of an intent are repeated (docs/dialog.md, rule 3.4): those that have not run with the same
// values. Frame::runs records the steps that have begun.
// Tested by tests/planner/flow_executor_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "planner/transition_builder.h"

namespace parley::planner {

// Records that the step at `place` begins. False if it has run with the same values: then it is not repeated. `what` is
// the tool, the intent or "say"; `values` a text of what it uses.
bool begin_step(TransitionBuilder& builder, const std::string& place, std::string_view what, std::string_view values);
void mark_step(TransitionBuilder& builder, const std::string& place, StepRun::Status status);

// The arguments of a call.
Value::Object arguments_of(const config::StepDefinition& step, const Variables& variables);

// A text of the values that a call would use now: with another text, the call runs again. It leaves out the facts of
// the request, because what was done was decided with earlier ones. For an intent, it contains the session's params.
std::string call_signature(const TransitionBuilder& builder, const config::StepDefinition& step);

// Marks the step as done with the values of now.
void complete_call(TransitionBuilder& builder, const std::string& place, const config::StepDefinition& step);
// The completed calls whose values are still the same.
std::vector<StepRun*> current_calls(TransitionBuilder& builder);
// Records the values of now for these calls: they count as done with them.
void update_calls(const TransitionBuilder& builder, const std::vector<StepRun*>& calls);

}  // namespace parley::planner
