// Records the values that the tools of `validate` accept, and decides which checks must run again (docs/dialog.md,
// rules 8.4 and 8.5).
//
// Frame::checked lists the params whose value a tool has accepted with the current arguments. Frame::held has accepted
// values that the user has replaced since. Such a value is restored if a tool rejects the new value. The accepted value
// is dropped after all checks that use it as an argument have run.
// Tested by tests/planner/value_checks_test.cc.
#pragma once

#include <string_view>

#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the check of `param` depends on the param `changed`: `changed` is `param` itself or an argument of the check.
bool check_depends_on(const config::Param& param, std::string_view changed);
// Drops the accepted checks that depend on `changed`. If there are any, also drops the confirmation.
void drop_checks(const config::Intent& intent, Frame& frame, std::string_view changed);
void drop_checks(TransitionBuilder& builder, std::string_view changed);

// Keeps a replaced value in Frame::held if checks have accepted it.
void keep_accepted_value(TransitionBuilder& builder, const std::string& param, const FilledParam& replaced);
// Restores the accepted value that a rejected value replaced. Returns false if no accepted value was kept.
bool restore_accepted_value(TransitionBuilder& builder, const config::Param& rejected);
void accept_check(TransitionBuilder& builder, const config::Param& checked, const Facts& facts);

}  // namespace parley::planner
