// Applies the retention, which is how long the bot keeps an idle session. A session past its retention counts as
// erased, even before a sweep erases the session. Archived sessions and sessions of other bots stay.
//
// Tested by tests/engine/retention_test.cc.
#pragma once

#include <memory>

#include "config/definition.h"
#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/store.h"

namespace parley::engine {

Result<bool> is_past_retention(TurnStore& store, const SessionState& state, const config::BotDefinition& bot,
                               TimeMs now);

// Returns a view of the store without the sessions that are past their retention, for calls that only read. The view
// erases nothing.
std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store,
                                                     std::shared_ptr<const Catalog> catalog,
                                                     std::shared_ptr<Clock> clock);

}  // namespace parley::engine
