// Reading a bot file: YAML -> BotDefinition, all problems in one go.
//
// The reader knows every key of the format (docs/bot-format.md, config/bot.schema.json) and nothing of patterns:
// those are compiled by intents/, which adds its findings to the same list.
#pragma once

#include <string>
#include <string_view>

#include "config/definition.h"
#include "config/document.h"

namespace parley::config {

// Reads the one file that `findings` was made with. What could be read is in the answer even when there are
// errors, so that the patterns can be judged in the same go; it must not be used for anything else then.
BotDefinition read_bot(Diagnostics& findings);

}  // namespace parley::config
