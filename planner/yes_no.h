// Applies a yes and a no to the open question (docs/dialog.md, rules 1.11 and 5.1 to 5.3).
// Tested by tests/planner/param_filling_test.cc and small_talk_test.cc.
#pragma once

#include "planner/effects.h"
#include "planner/open_question.h"

namespace parley::planner {

void apply_yes(TransitionBuilder& builder, Question question, Effects& effects);
void apply_no(TransitionBuilder& builder, Question question, Effects& effects);

}  // namespace parley::planner
