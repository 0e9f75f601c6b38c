// Decides whether a check must run again because a fact of the request (`context.NAME`) differs (docs/dialog.md, rules
// 8.5 and 8.13).
//
// Frame::facts has the digest of each fact with which a check was last accepted.
// Tested by tests/planner/value_checks_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

// The facts of this request that the check of a param uses.
Facts facts_for(const TransitionBuilder& builder, const config::Param& checked);

// Drops the accepted checks whose facts differ in this request. A fact that the request lacks is unchanged. Returns
// whether a check must run again. Nothing happens once the steps have begun, because the steps were decided with the
// earlier facts. A yes of the user stays, unless the confirmation shows the fact.
bool drop_outdated_checks(TransitionBuilder& builder);

// Notes the facts that a call needs and the request lacks.
void note_missing_facts(TransitionBuilder& builder, const config::StepDefinition& step);

}  // namespace parley::planner
