// Searches the bot's pages for the answer to a message that the bot does not understand (docs/dialog.md, section 16).
#pragma once

#include <string>

#include "engine/turn_draft.h"
#include "parley/understanding.h"

namespace parley::engine {

// Adds an Ask with a passage if the passage answers the message. It then takes the place of an offer of doubtful
// intents. With `answer: model`, its text is what the language model writes. If the request asks for an explanation,
// adds the nearest passages to the one of the draft. Does nothing if the bot has no knowledge, or if the message names
// an intent, is a command or answers the open question. Returns what the store keeps of the model's answer. Null: the
// model was not asked.
Value add_passage(TurnDraft& draft, const std::string& text, const NluContext& now, Understanding& heard);

}  // namespace parley::engine
