// Decides which values of a message become params of the open intent (docs/dialog.md, sections 3 and 6).
// Tested by tests/planner/param_filling_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

enum class FillMode {
  kMissing,  // only params without a value
  kAny,      // also corrects params that have one
};

// Fills the params of the open intent with the valid values, except `except`. Returns whether anything changed. The
// trace says why a value was not taken.
bool fill_params(TransitionBuilder& builder, const std::vector<ParamValue>& values, FillMode mode,
                 std::string_view except = {});
// Fills the param that the bot asks for with its values.
void fill_asked_param(TransitionBuilder& builder, const std::vector<ParamValue>& values, const config::Param& asked);
// Sets one value. False if the param has it already.
bool fill_param(TransitionBuilder& builder, const config::Param& param, const Value& value);
bool change_list(TransitionBuilder& builder, const config::Param& param, const ParamValue& change);
void clear_param(TransitionBuilder& builder, const config::Param& param);

// Fills missing params of interrupted intents: the user has answered their questions (rule 1.5). Returns whether
// anything changed.
bool fill_interrupted(TransitionBuilder& builder, const std::vector<ParamValue>& values);

// Lets the bot ask again for the first of these params that has a value (rule 3.3). False if no such param has a value.
bool request_change(TransitionBuilder& builder, const std::vector<std::string>& named);

// Says why values were not taken.
void say_rejections(TransitionBuilder& builder, const std::vector<ParamValue>& values);

// Progress resets the attempts of a question, except those that a tool rejected: they count until the tool accepts.
void reset_attempts(TransitionBuilder& builder, const std::string& question);

}  // namespace parley::planner
