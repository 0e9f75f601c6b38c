// Says the decisions of a turn in sentences for the author of a bot.
#pragma once

#include <string>
#include <vector>

#include "parley/trace.h"

namespace parley::cli {

// Returns a sentence for each decision that explains the reply, in their order. The other decisions have no sentence.
std::vector<std::string> sentences_for(const std::vector<TraceEvent>& trace);

}  // namespace parley::cli
