// Runs intents: params, checks, confirmation, steps. Continues with the intent below and with queued intents, until the
// bot waits for something, hands over, or nothing is open.
// Tested by tests/planner/flow_executor_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

void run_until_blocked(TransitionBuilder& builder);

}  // namespace parley::planner
