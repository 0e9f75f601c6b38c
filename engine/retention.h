// Retention: how long the bot keeps a session that rests. A session past it is gone, whether a sweeper has erased it or
// not. Archived sessions and those of other bots stay.
#pragma once

#include <memory>

#include "config/definition.h"
#include "parley/clock.h"
#include "parley/store.h"

namespace parley::engine {

Result<bool> is_past_retention(SessionStore& store, const SessionState& state, const config::BotDefinition& bot,
                               TimeMs now);

// The store without the sessions that are past their retention, for calls that read. It erases nothing. `bot` must
// outlive it.
std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store,
                                                     const config::BotDefinition& bot, std::shared_ptr<Clock> clock);

}  // namespace parley::engine
