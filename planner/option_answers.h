// Takes an answer to a question with options. The user picks one by its number, its place or its words, or refuses the
// list (docs/dialog.md, rule 2.7).
//
// Tested by tests/planner/options_test.cc.
#pragma once

#include <optional>

#include "parley/understanding.h"
#include "planner/transition_builder.h"

namespace parley::planner {

// Unset: the message names no option.
std::optional<Next> take_options(TransitionBuilder& builder, const Understanding& message, const config::Param& asked);

}  // namespace parley::planner
