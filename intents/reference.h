// Recognises whether a message that names an intent is about what the conversation was about before: "cancel it", "a
// refund for that", "the same order". The words are English.
#pragma once

#include "intents/words.h"

namespace parley::intents {

bool refers_back(const Words& words);

}  // namespace parley::intents
