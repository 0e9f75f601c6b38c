// ToolGuess: what a tool may have answered. A store keeps that it answered, not what; but what a bot took from the
// answer, it mostly said.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"
#include "parley/value.h"

namespace parley::engine {

// A result from which every step that calls the tool can take what it saves: as the replies that say it have it, or
// else the names of what is saved.
Value guessed_result(const config::BotDefinition& bot, const std::string& tool,
                     const std::vector<std::string>& replies);

}  // namespace parley::engine
