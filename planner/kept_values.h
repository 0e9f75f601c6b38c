// Decides which values the session keeps after the intent that had them has ended. Private values are not kept.
// Tested by tests/planner/values_in_mind_test.cc and follow_up_test.cc.
#pragma once

#include <string_view>

#include "config/definition.h"
#include "parley/session.h"

namespace parley::planner {

// Returns the values without private values and without values that came from results of tools.
FilledParams values_to_keep(const config::BotDefinition& bot, const config::Intent& intent, const FilledParams& params);

// Whether a value of this type may be private: a param of the type is.
bool is_private_type(const config::BotDefinition& bot, std::string_view type);

}  // namespace parley::planner
