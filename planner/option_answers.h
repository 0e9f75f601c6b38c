// Takes an answer to a question with options or choices. The user picks one by its number, its place or its words, or
// refuses the list (docs/dialog.md, rules 2.7 and 6.2).
//
// Tested by tests/planner/options_test.cc and param_filling_test.cc.
#pragma once

#include "planner/effects.h"
#include "planner/open_question.h"

namespace parley::planner {

void apply_choose(TransitionBuilder& builder, Question question, const acts::Choose& choose, Effects& effects);

// A yes to a single option.
void take_only_option(TransitionBuilder& builder, Effects& effects);
// Refuses the list. The bot then looks the value up in another way, or asks without the list.
void refuse_options(TransitionBuilder& builder, Effects& effects);

}  // namespace parley::planner
