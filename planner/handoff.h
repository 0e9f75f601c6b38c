// Hands the conversation over to a person (docs/dialog.md, section 11).
// Tested by tests/planner/planner_test.cc.
#pragma once

#include <string>

#include "planner/transition_builder.h"

namespace parley::planner {

// Adds a handoff step, and closes all intents. The handoff contains the open intent, its params and attempts, and the
// names of the intents that were interrupted or are queued. Always returns kStop.
Next hand_off(TransitionBuilder& builder, std::string reason);
Next hand_off_after_too_many_steps(TransitionBuilder& builder);

}  // namespace parley::planner
