// Coverage: of all that can come of an intent's params, confirmation and tools, what conversations have shown.
//
// The idea: the planner notes each outcome as a line, "answered refund.order_id". What a bot can reach is the set of
// the lines that its definition allows; what was reached is those of them that turns explained themselves with.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "parley/replay.h"

namespace parley::engine {

// Of all intents, in the order of the bot.
std::vector<IntentCoverage> coverage_of(const config::BotDefinition& bot, const std::set<std::string>& rules);

// The intents that began, by the planner's rules.
std::vector<std::string> intents_begun(const std::vector<std::string>& rules);

}  // namespace parley::engine
