// Finds the values that a message has for the params of an intent (extract.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intents/dialog.h"
#include "intents/evidence.h"
#include "intents/extract.h"
#include "intents/message.h"

namespace parley::intents {

// The question of the dialog counts only for the open intent, because the bot asked only that intent's question.
Extraction extract_params(const Dialog& dialog, int intent, const Message& message, std::vector<std::string>* notes);

// Returns the params for the best evidence. A template accounts for the whole message, so only the values it captured
// count; otherwise they are extracted from the message. For the open intent, adds the answers to its question.
Extraction params_of(const Dialog& dialog, const Evidence& best, const Message& message,
                     const std::vector<ParamValue>& answers, std::vector<std::string>* notes);

// Validates a value that does not come from the message.
ParamValue judge(const Dialog& dialog, std::string_view intent, std::string_view param, const Value& value);
// Validates a value against the param's type only; ignores its `validate`.
ParamValue judge_type(const Dialog& dialog, std::string_view intent, std::string_view param, const Value& value);

}  // namespace parley::intents
