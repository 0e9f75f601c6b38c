// Checks the references between the parts of a bot. Every type, tool, param and intent that is used must exist. Two
// intents must not share an id, and an intent must not lead back to itself (E202-E206, E212, E213). Also reports
// settings that do not fit a param (E310) and unused tools and entities (W504, W505). intent_names.h checks the names
// inside an intent.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// The lists that could not be read. Names that could belong to them are not reported.
struct Unread {
  bool entities = false;
  bool intents = false;
  bool tools = false;
};

// Requires: bot.index() was called.
void check_references(const BotDefinition& bot, const Unread& unread, Diagnostics& findings);

}  // namespace parley::config
