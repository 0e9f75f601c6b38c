// Validates the dialog acts of a caller's NLU result (NluResult::acts).
//
// Tested by tests/engine/external_acts_test.cc.
#pragma once

#include <string>
#include <vector>

#include "parley/catalog.h"
#include "parley/result.h"
#include "parley/understanding.h"

namespace parley::engine {

// Returns the acts in their order, with the source `caller` and with values like those of a message. kInvalidRequest
// names the act by its index and says what is wrong: an unknown intent or param, a span that ends before it begins, an
// option that was not offered. An act that the dialog has no place for is ignored, and `trace` gets a line: a value of
// another intent, an intent whose `when` does not hold, a follow-up to nothing.
Result<Understanding> validate_acts(const std::vector<DialogAct>& given, const Catalog& catalog,
                                    const NluContext& nlu_context, std::vector<std::string>& trace);

}  // namespace parley::engine
