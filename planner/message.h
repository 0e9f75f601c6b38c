// Message: what the planner gets of a message of the user.
// Tested by tests/planner/resolution_test.cc.
#pragma once

#include <string>
#include <vector>

#include "parley/dialog_act.h"
#include "parley/understanding.h"

namespace parley::planner {

struct Message {
  std::vector<DialogAct> acts;  // in the order of their words. Acts without words come first
  // What is no act.
  std::vector<UntakenValue> untaken;  // Understanding::untaken, also if a question or a request mentions the value
  std::string said;                   // Understanding::said
  bool asks_once = false;             // Understanding::asks_once
  bool refers_back = false;           // Understanding::refers_back
};

}  // namespace parley::planner
