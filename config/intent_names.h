// Do the names inside an intent lead anywhere?
//
// Wordings and arguments may use the params of the intent and facts ("{context.tier}"); those of a step also what was
// saved on every way that leads to it, and a condition what was saved on one of them (`exists` can tell). What the
// checks of a param save is there from the confirmation on, if the param always is.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// E203 for a name that leads nowhere, E202 for a former one that is in use, E212 for params whose `when` depend on
// each other, E213 for a param that cannot be asked for where a step says so.
void check_intent_names(const Intent& intent, Diagnostics& findings);

}  // namespace parley::config
