// Judging: a caller's own NLU made into what the planner hears.
#pragma once

#include <string>
#include <vector>

#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// Values are judged as if the user had said them. kInvalidRequest for an intent or param that the bot does not have,
// for a param that is not of the intent it is said of, and for a choice that is not offered. A param without an intent
// that is no param of what is open counts for nothing, and `trace` says so.
Result<Understanding> judge(const OwnUnderstanding& own, const Catalog& catalog, const Situation& now,
                            std::vector<std::string>& trace);

}  // namespace parley::engine
