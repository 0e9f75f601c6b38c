// Sentences for an author about the language model's part in a turn: what it did, or why it was not asked. They contain
// no text of the user.
//
// Tested by tests/engine/model_reader_test.cc.
#pragma once

#include <string>

#include "config/definition.h"
#include "engine/model_client.h"

namespace parley::engine {

// `is_used`: the answer said something that the bot could use.
std::string sentence_about(const ModelReply& reply, bool is_used);

// Why no model was asked about a message that the bot itself leaves unclear. Empty: the bot wants no model, and the
// engine has none.
std::string why_no_model(const config::BotDefinition& bot, bool is_connected);

}  // namespace parley::engine
