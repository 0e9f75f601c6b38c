// Answers a yes, a no, a courtesy or an emoji while nothing is open (docs/dialog.md, rule 1.11). Such a message starts
// no intent, and does not count as a message that the bot did not understand.
//
// Tested by tests/planner/small_talk_test.cc.
#pragma once

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Whether nothing is open, and the message is only small talk. A message that names an intent is not.
bool is_small_talk(const TransitionBuilder& builder, const Understanding& message);
Next handle_small_talk(TransitionBuilder& builder, const Understanding& message);

// Whether the message is only a courtesy, although the bot waits for an answer.
bool is_courtesy_while_waiting(const TransitionBuilder& builder, const Understanding& message);
Next handle_courtesy(TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
