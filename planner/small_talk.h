// Answers a yes, a no, a courtesy or an emoji while nothing is open (docs/dialog.md, rule 1.11). Such a message starts
// no intent, and does not count as a message that the bot did not understand.
//
// Tested by tests/planner/small_talk_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/effects.h"

namespace parley::planner {

// Answers small talk. Requires that nothing is open.
void say_small_talk(TransitionBuilder& builder, Act act, Effects& effects);

// A courtesy is small talk if nothing is open. Otherwise the bot repeats its question.
void apply_courtesy(TransitionBuilder& builder, acts::Courtesy::Kind courtesy, Effects& effects);
// Ends the conversation, unless something is open.
void apply_closing(TransitionBuilder& builder, Effects& effects);

}  // namespace parley::planner
