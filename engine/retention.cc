#include "engine/retention.h"

#include <utility>

#include "intents/catalog_access.h"
#include "memory/sessions/retained.h"

namespace parley::engine {
namespace {

bool is_idle_too_long(TimeMs updated_at, const config::BotDefinition& bot, TimeMs now) {
  return bot.session.retention > 0 && now > updated_at && now - updated_at > bot.session.retention;
}

}  // namespace

Result<bool> is_past_retention(TurnStore& store, const SessionState& state, const config::BotDefinition& bot,
                               TimeMs now) {
  if (state.bot != bot.id || !is_idle_too_long(state.updated_at, bot, now)) return false;
  const auto summary = store.summary(state.session);
  if (!summary) return Unexpected(summary.error());
  return !*summary || (*summary)->notes.archived_at == 0;
}

std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store,
                                                     std::shared_ptr<const Catalog> catalog,
                                                     std::shared_ptr<Clock> clock) {
  if (intents::definition_of(*catalog).session.retention == 0) return store;
  return memory::retained_sessions(std::move(store),
                                   [catalog = std::move(catalog), clock = std::move(clock)](const memory::Rest& rest) {
                                     const config::BotDefinition& bot = intents::definition_of(*catalog);
                                     return rest.bot == bot.id && is_idle_too_long(rest.updated_at, bot, clock->now());
                                   });
}

}  // namespace parley::engine
