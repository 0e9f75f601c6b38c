// Runs the open intent: its params, checks, confirmation and steps. Continues with the intent below it and with queued
// intents, until the bot waits, hands over, or no intent is open.
// Tested by tests/planner/flow_executor_test.cc.
#pragma once

#include "planner/transition_builder.h"

namespace parley::planner {

void run_until_blocked(TransitionBuilder& builder);

}  // namespace parley::planner
