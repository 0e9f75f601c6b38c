// Decides when the tools of `validate` run, and records the values that they accept (docs/dialog.md, rules 8.4 and
// 8.5).
//
// Frame::checked lists the params whose value a tool has accepted with the current arguments. Frame::held has accepted
// values that the user has replaced since. Such a value is restored if a tool rejects the new value. The accepted value
// is dropped after all checks that use it as an argument have run.
// Tested by tests/planner/value_checks_test.cc.
#pragma once

#include <string_view>

#include "planner/transition_builder.h"

namespace parley::planner {

enum class Checks {
  kReady,  // only checks that no longer wait for an argument
  kAll,
};

// Calls the tool of the first check that must run. Returns kStop if the tool runs or the conversation is handed over,
// otherwise kAdvance.
Next run_checks(TransitionBuilder& builder, Checks which);

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
