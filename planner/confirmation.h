// Voids the user's confirmation after a change, and stores the params that a confirmation makes permanent.
// Tested by tests/planner/tool_results_test.cc and value_checks_test.cc.
#pragma once

#include <string_view>

#include "planner/transition_builder.h"

namespace parley::planner {

// Voids the confirmation, because a confirmed value changed without the user. Counts an attempt of the confirmation;
// otherwise a check that returns a new result each time would make the bot ask forever. Does nothing after the steps
// have begun.
void void_confirmation(TransitionBuilder& builder, std::string_view changed);

// Copies the confirmed values to the params of the session. A confirmed value may differ from the user's value, because
// a tool may have offered it.
void store_confirmed_params(TransitionBuilder& builder);

}  // namespace parley::planner
