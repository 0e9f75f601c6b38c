// Fills params without a question: from the session, from `prefill` and from `default`. Drops params whose condition
// does not hold (docs/dialog.md, rules 7.1 to 7.4).
// Tested by tests/planner/flow_executor_test.cc and tool_results_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the param has no value and was not skipped.
bool is_missing(const TransitionBuilder& builder, const config::Param& param);
// Whether the condition `when` of the param holds.
bool applies(const TransitionBuilder& builder, const config::Param& param);
// Whether a condition over the variables of the open intent holds.
bool holds(const TransitionBuilder& builder, const config::Condition& condition);

// Drops the values of params that no longer apply, and fills missing params from the session and from `prefill`.
void update_params(TransitionBuilder& builder);
// Fills missing optional params from their `default`.
void fill_defaults(TransitionBuilder& builder);

// Copies the values of session params that another intent has changed. `restarts_steps`: the intent then runs its steps
// from the beginning.
void adopt_session_params(TransitionBuilder& builder, bool restarts_steps);

// Returns the value of a bot's expression (`default`, `prefill`) for a param; null if it is not of the param's type. A
// relative constant ("today") is resolved at the time of the turn. For a declared entity, any text is accepted.
Value value_for(const TransitionBuilder& builder, const config::Param& param, const config::ValueExpr& expression);

}  // namespace parley::planner
