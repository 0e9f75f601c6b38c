// Runs `for_each` steps (docs/dialog.md, rules 8.14 to 8.17). The place of a step names the item of each loop around it
// (planner/position.h), and Frame::saved holds the items by name. A loop therefore continues after a restart.
// Tested by tests/planner/loops_test.cc.
#pragma once

#include "planner/position.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Moves to the first step for the first item. If the list has no items, moves to the step after the loop.
void begin_loop(TransitionBuilder& builder, const config::LoopStep& loop, Position& place);

// Moves from the end of a list of steps to the next step. At the end of a loop's body, this is the first step for the
// next item, or the step after the loop. Returns false at the end of the intent.
bool leave_list(TransitionBuilder& builder, Position& place);

// Drops the items of loops over this param, which hold values of the param.
void drop_loop_items(const config::Intent& intent, Frame& frame, const std::string& param);

}  // namespace parley::planner
