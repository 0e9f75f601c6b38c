// Validates the NLU result of a caller, and turns it into the Understanding that the planner takes.
//
// Tested by tests/engine/external_nlu_test.cc.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"
#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/turn.h"

namespace parley::engine {

// Values are validated like those in a message. kInvalidRequest: an intent or param that the bot does not have, a param
// of another intent than the one it is given for, or a choice that was not offered. A param without an intent is
// ignored if the open intent does not have it, and `trace` gets a line.
Result<Understanding> validate_nlu(const NluResult& own, const Catalog& catalog, const NluContext& now,
                                   std::vector<std::string>& trace);

// Validates a value for a param like one in a message, and appends it to `out`. A list param takes several values: [a,
// b], which are added, or {set: [a, b]}, {remove: [a]}, {clear: true}.
void validate_value(std::vector<ParamValue>& out, const Catalog& catalog, const config::Intent& intent,
                    const std::string& param, const Value& value, const NluContext& now);

// kInvalidRequest: `what`, then the name and a suggestion. A name that resembles no known name is not quoted, because
// it may be a value.
Unexpected unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known);

}  // namespace parley::engine
