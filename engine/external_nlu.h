// Validates the NLU result of a caller, and converts it to dialog acts with the source `caller`.
//
// Tested by tests/engine/external_nlu_test.cc.
#pragma once

#include <string>
#include <vector>

#include "config/definition.h"
#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/turn.h"
#include "parley/understanding.h"

namespace parley::engine {

// Values are validated like values in a message. kInvalidRequest: the bot does not have the intent or param, the named
// intent does not have the param, the choice was not offered, or the result has acts and other fields. If the result
// names no intent, a param that the open intent does not have is ignored, and `trace` gets a line.
Result<Understanding> validate_nlu(const NluResult& own, const Catalog& catalog, const NluContext& nlu_context,
                                   std::vector<std::string>& trace);

// Validates a value for a param like a value in a message, and appends it to `out`. For a list param, the value [a, b]
// adds two items, {set: [a, b]} replaces the list, {remove: [a]} removes an item, and {clear: true} empties the list.
void validate_value(std::vector<ParamValue>& out, const Catalog& catalog, const config::Intent& intent,
                    const std::string& param, const Value& value, const NluContext& nlu_context);

// Returns kInvalidRequest. The message is `what`, the name and a suggestion. A name that resembles no known name is not
// quoted, because it may be a value.
Unexpected unknown_name(const std::string& what, const std::string& name, const std::vector<std::string>& known);

}  // namespace parley::engine
