// Decides when the tools of `validate` run, and what follows from their outcome (docs/dialog.md, rules 8.4 and 8.5).
//
// Frame::checked lists the params whose value a tool has accepted with the current arguments. Frame::held has the
// accepted values that were replaced since. Such a value is dropped when every check that has it as an argument has
// run, or is restored when a tool rejects the new one.
// Tested by tests/planner/value_checks_test.cc.
#pragma once

#include <optional>
#include <string_view>

#include "planner/transition_builder.h"

namespace parley::planner {

enum class Checks {
  kReady,  // those whose arguments have values, or will get none
  kAll,
};

// Calls the tool of the first check that must run. kStop: it runs, or the conversation is handed over.
Next run_checks(TransitionBuilder& builder, Checks which);

// Whether the check of `param` depends on the param `changed`: it is its own value, or an argument.
bool check_depends_on(const config::Param& param, std::string_view changed);
// Drops the checks that depend on `changed`, and the confirmation if there are any.
void drop_checks(const config::Intent& intent, Frame& frame, std::string_view changed);
void drop_checks(TransitionBuilder& builder, std::string_view changed);

// Keeps a value that is replaced, if checks have accepted it.
void keep_accepted_value(TransitionBuilder& builder, const std::string& param, const FilledParam& replaced);
// Restores the value that a rejected one replaced. False if no accepted value was kept.
bool restore_accepted_value(TransitionBuilder& builder, const config::Param& rejected);
void accept_check(TransitionBuilder& builder, const config::Param& checked, const Facts& facts);

}  // namespace parley::planner
