// Checks that the names inside an intent resolve.
//
// Texts and arguments may use the params of the intent and facts ("{context.tier}"). Texts and arguments of a step may
// also use values saved on every path to the step. A condition may use values saved on any path to it, since `exists`
// can test for them. Values saved by the checks of a param are available from the confirmation on, if the param always
// has a value.
#pragma once

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

// Reports:
//   E202  a former name that another item uses;
//   E203  a name that does not resolve;
//   E212  params whose `when` conditions depend on each other, or a check that saves one of its own arguments;
//   E213  a param that a step cannot ask for;
//   E314  a format that does not fit the type of the param.
void check_intent_names(const Intent& intent, Diagnostics& findings);

}  // namespace parley::config
