// Decides which params need no question: those of the session, prefilled ones, defaults, and params whose condition
// does not hold (docs/dialog.md, rules 7.1 to 7.4). Tested by tests/planner/flow_executor_test.cc and
// tool_results_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

// The param has no value and was not skipped.
bool is_missing(const TransitionBuilder& builder, const config::Param& param);
// The condition `when` of the param holds.
bool applies(const TransitionBuilder& builder, const config::Param& param);
// A condition over the variables of the open intent.
bool holds(const TransitionBuilder& builder, const config::Condition& condition);

// Drops the values of params that no longer apply, and fills missing params from the session and from `prefill`.
void update_params(TransitionBuilder& builder);
// Fills missing optional params from their `default`.
void fill_defaults(TransitionBuilder& builder);

// Takes the values of session params that another intent has changed. `restarts_steps`: the steps are decided again.
void adopt_session_params(TransitionBuilder& builder, bool restarts_steps);

// The value of an expression of the bot (`default`, `prefill`) for a param; null if it is not of the param's type. A
// relative constant ("today") is resolved now. The default of a declared entity may be any text.
Value value_for(const TransitionBuilder& builder, const config::Param& param, const config::ValueExpr& expression);

}  // namespace parley::planner
