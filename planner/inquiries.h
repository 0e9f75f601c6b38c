// Answers the questions of the user while the bot itself waits for an answer (docs/dialog.md, rules 4.7 to 4.10, and
// section 16).
//
// Tested by tests/planner/inquiries_test.cc.
#pragma once

#include <cstddef>

#include "parley/understanding.h"
#include "planner/effects.h"
#include "planner/resolution.h"

namespace parley::planner {

// Says the answers to the questions of the message, before the steps from `place` on.
void answer_questions(TransitionBuilder& builder, const Resolution& resolution, std::size_t place, Effects& effects);

}  // namespace parley::planner
