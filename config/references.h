// Do the names of a bot lead anywhere? Every type, tool, param, placeholder and intent that a part of the bot speaks
// of must be there, and no two intents may share an id (E202-E206). What is there and never spoken of: W504, W505.
#pragma once

#include "config/definition.h"
#include "config/findings.h"

namespace parley::config {

// The lists that could not be read: nothing is said of names that may have been in them.
struct Unread {
  bool entities = false;
  bool intents = false;
  bool tools = false;
};

// Requires: bot.index() was called.
void check_references(const BotDefinition& bot, const Unread& unread, Findings& findings);

// The placeholders of one intent: its questions and its confirmation may use its params, a step also what the steps
// before it saved, and all of them facts ("{context.tier}"). E203.
void check_placeholders(const Intent& intent, Findings& findings);

}  // namespace parley::config
