// A SessionWrite of the host's, checked against the bot and judged value by value.
#pragma once

#include "parley/catalog.h"
#include "parley/engine.h"
#include "parley/result.h"
#include "parley/turn.h"
#include "planner/planner.h"

namespace parley::engine {

// What needs no session: kInvalidRequest, kMessageTooLong, kLimitExceeded.
Result<void> check_write(const SessionWrite& write, const Limits& limits);

// kInvalidRequest names the field: a name that the bot does not have, a value that its param refuses.
Result<planner::HostWrite> judge_write(const SessionWrite& write, const Catalog& catalog, const SessionState& state,
                                       const NluContext& now);

}  // namespace parley::engine
