// HeardMessage is what the engine has found in a message, or what a caller's NLU result says.
// Tested by tests/engine/source_acts_test.cc.
#pragma once

#include <vector>

#include "parley/understanding.h"

namespace parley::engine {

struct HeardMessage {
  Understanding fields;         // the same as the acts, and what is no act (intents/acts_of.h)
  std::vector<DialogAct> acts;  // in the order of the message, each with its source
};

}  // namespace parley::engine
