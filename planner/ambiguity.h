// Decides what the bot asks when a value fits two params, or a param has two values (docs/dialog.md, rule 6.2).
// Tested by tests/planner/param_filling_test.cc and prompting_test.cc.
#pragma once

#include <vector>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Returns the readings that the bot can ask the user about, without labels. Leaves out values of sensitive params,
// because the bot does not show them.
std::vector<Choice> choices_among(const config::Intent& intent, const std::vector<ParamValue>& readings);
// Whether the choices are values of one param. Otherwise they are params for one value.
bool are_of_one_param(const std::vector<Choice>& choices);
// Whether both lists offer the same params in the same order.
bool have_same_params(const std::vector<Choice>& choices, const std::vector<Choice>& others);

// Adds questions to the open intent. Returns false if there are fewer than two choices.
bool add_choices(TransitionBuilder& builder, const Ambiguous& ambiguous);
bool add_choices(TransitionBuilder& builder, std::vector<Choice> choices);

// Removes the question "which of these?" that the bot has asked.
void close_choice(Frame& frame);

// Removes the questions that other values have answered. If only one param is left for a value, fills that param.
void resolve_choices(TransitionBuilder& builder);

}  // namespace parley::planner
