// Applies commands and words about the question: cancel, a person, repeat, skip (docs/dialog.md, rules 1.5 and 1.8).
// Tested by tests/planner/planner_test.cc and prompting_test.cc.
#pragma once

#include "planner/effects.h"

namespace parley::planner {

void apply_command(TransitionBuilder& builder, acts::Command::Kind command, Effects& effects);

// "Skip" and "I don't know". Does nothing unless the bot asks for a param. `knows`: the user does not want to answer;
// otherwise the user does not know the answer.
void pass(TransitionBuilder& builder, bool knows, Effects& effects);

}  // namespace parley::planner
