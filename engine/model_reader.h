// Lets the language model read a message, if the bot and the message call for it (docs/models.md).
//
// Tested by tests/engine/model_reader_test.cc.
#pragma once

#include <string>

#include "engine/turn_draft.h"
#include "parley/understanding.h"

namespace parley::engine {

// The metadata key under which a message holds what the model has answered. With a message of the user: the outcome,
// the reading, and the answer from passages as `document`. With a message of the bot: the words of the model.
inline constexpr const char* kModelMetadata = "model";

struct ModelReading {
  Value stored;          // what the store keeps with the message: the outcome and the reading. Null: no model was asked
  bool is_used = false;  // the reading says something
};

// Replaces `own`, what the bot itself found in the message, by the model's reading, if the reading says something. If
// no model was asked, an explanation has the reason.
ModelReading read_by_model(TurnDraft& draft, const std::string& text, const NluContext& now, Understanding& own);

}  // namespace parley::engine
