// Do the names of a bot lead anywhere? Every type, tool, param, placeholder and intent that a part of the bot speaks
// of must be there, no two intents may share an id, and none may lead back to itself (E202-E206, E212, E213). What is
// there and never spoken of: W504, W505. The names inside an intent: intent_names.h.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// The lists that could not be read: nothing is said of names that may have been in them.
struct Unread {
  bool entities = false;
  bool intents = false;
  bool tools = false;
};

// Requires: bot.index() was called.
void check_references(const BotDefinition& bot, const Unread& unread, Diagnostics& findings);

}  // namespace parley::config
