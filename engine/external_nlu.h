// Judging: a caller's own NLU made into what the planner hears.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"
#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// Values are judged as if the user had said them. kInvalidRequest for an intent or param that the bot does not have,
// for a param that is not of the intent it is said of, and for a choice that is not offered. A param without an intent
// that is no param of what is open counts for nothing, and `trace` says so.
Result<Understanding> judge(const OwnUnderstanding& own, const Catalog& catalog, const NluContext& now,
                            std::vector<std::string>& trace);

// One value from outside for a param, judged as if the user had said it, appended to `out`. A list param takes several:
// [a, b], which are added, or {set: [a, b]}, {remove: [a]}, {clear: true}.
void judge_value(std::vector<ParamValue>& out, const Catalog& catalog, const config::Intent& intent,
                 const std::string& param, const Value& value, const NluContext& now);

// kInvalidRequest: `what`, then the name and what was probably meant. A name that is like none of the known ones may
// be anything, even a value: it is not quoted.
Unexpected unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known);

}  // namespace parley::engine
