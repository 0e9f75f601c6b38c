// When a yes of the user counts, and what it makes permanent.
// Tested by tests/planner/tool_results_test.cc and value_checks_test.cc.
#pragma once

#include <string_view>

#include "planner/transition_builder.h"

namespace parley::planner {

// Voids a yes because something of what was confirmed changed without the user. This costs an attempt of the
// confirmation; otherwise a check with another result each time would make the bot ask forever. Once the steps have
// begun, the yes stays.
void void_confirmation(TransitionBuilder& builder, std::string_view changed);

// After a yes, params of the session get the confirmed values: a tool may have offered others than the user gave.
void store_confirmed_params(TransitionBuilder& builder);

}  // namespace parley::planner
