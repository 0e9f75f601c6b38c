// Validates a SessionWrite of the caller against the bot, value by value.
//
// Tested by tests/engine/turn_write_test.cc.
#pragma once

#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/turn.h"
#include "planner/planner.h"

namespace parley::engine {

// Makes the checks that need no session. Errors: kInvalidRequest, kMessageTooLong, kLimitExceeded.
Result<void> check_write(const SessionWrite& write, const Limits& limits);

// kInvalidRequest: the bot does not have a name, or a param does not accept a value. The error message names the field.
Result<planner::PlannedWrite> validate_write(const SessionWrite& write, const Catalog& catalog,
                                             const SessionState& state, const NluContext& nlu_context);

}  // namespace parley::engine
