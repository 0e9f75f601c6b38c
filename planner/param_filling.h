// Decides which values of a message become params of the open intent (docs/dialog.md, sections 3 and 6).
// Tested by tests/planner/param_filling_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Whether the value is valid and not the value that the param has. Pure.
bool changes_param(const TransitionBuilder& builder, const config::Param& param, const ParamValue& value);

// Fills the params of the open intent with the valid values, except `except`. Returns whether anything changed. The
// trace has the reason for each value that was not accepted.
bool fill_params(TransitionBuilder& builder, const std::vector<ParamValue>& values, std::string_view except = {});
// Fills the param that the bot asks for with its valid values in `values`.
void fill_asked_param(TransitionBuilder& builder, const std::vector<ParamValue>& values, const config::Param& asked);
// Sets one value. Returns false if the param has this value already.
bool fill_param(TransitionBuilder& builder, const config::Param& param, const Value& value);
bool change_list(TransitionBuilder& builder, const config::Param& param, const ParamValue& change);
void clear_param(TransitionBuilder& builder, const config::Param& param);

// Fills missing params of interrupted intents, because the user has answered their questions (rule 1.5). Returns
// whether anything changed.
bool fill_interrupted(TransitionBuilder& builder, const std::vector<ParamValue>& values);

// Makes the bot ask again for the first of these params that has a value (rule 3.3). Returns false if none has a value.
bool request_change(TransitionBuilder& builder, const std::vector<std::string>& named);

// Says why the invalid values were rejected.
void say_rejections(TransitionBuilder& builder, const std::vector<ParamValue>& values);

// Resets the attempts of a question. The count of values that a tool rejected stays until the tool accepts a value.
void reset_attempts(TransitionBuilder& builder, const std::string& param);
void reset_confirmation_attempts(TransitionBuilder& builder);

}  // namespace parley::planner
