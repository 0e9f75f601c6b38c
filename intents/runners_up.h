// Finds the intents that came near a message without being chosen, and says what they lacked.
//
// Tested by tests/intents/explain_test.cc.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "intents/explain_wording.h"

namespace parley::intents {

// Returns at most three intents, nearest first. `near_templates`: per intent, what a template still expected; may be
// empty.
std::vector<RunnerUp> runners_up(const ReadMessage& reading, const std::vector<std::string>& near_templates);

// Returns the literal words of a regex, which approximate the words that a message must contain.
std::set<std::string> literal_words(std::string_view regex);

}  // namespace parley::intents
