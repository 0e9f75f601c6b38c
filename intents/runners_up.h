// Finds the intents that came near a message without being chosen, and says what they lacked.
//
// Tested by tests/intents/explain_test.cc.
#pragma once

#include <string>
#include <vector>

#include "intents/explain_wording.h"
#include "intents/nearest_sources.h"

namespace parley::intents {

// Returns at most three intents, nearest first. `near_templates`: per intent, what a template still expected; may be
// empty.
std::vector<RunnerUp> runners_up(const ReadMessage& reading, const std::vector<std::string>& near_templates,
                                 const NearestSources& sources);

}  // namespace parley::intents
