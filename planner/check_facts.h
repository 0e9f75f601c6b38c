// Decides whether a check must run again because a fact of the request (`context.NAME`) differs (docs/dialog.md, rules
// 8.5 and 8.13).
//
// Frame::facts has, for each check, the digests of the facts with which a tool last accepted the value.
// Tested by tests/planner/value_checks_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

// Returns the facts of this request that the check of a param uses.
Facts facts_for(const TransitionBuilder& builder, const config::Param& checked);

// Drops the accepted checks whose facts differ in this request. Returns whether a check must run again. A fact that the
// request lacks counts as unchanged. Does nothing after the steps have begun, because they were decided with the
// earlier facts. The user's confirmation stays valid, unless its text shows the fact.
bool drop_outdated_checks(TransitionBuilder& builder);

// Notes the facts that a call needs and the request lacks.
void note_missing_facts(TransitionBuilder& builder, const config::ToolStep& step);

}  // namespace parley::planner
