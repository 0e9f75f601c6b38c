#include "engine/retention.h"

#include <utility>

#include "memory/sessions/retained.h"

namespace parley::engine {
namespace {

bool is_idle_too_long(TimeMs updated_at, const config::BotDefinition& bot, TimeMs now) {
  return bot.session.retention > 0 && now > updated_at && now - updated_at > bot.session.retention;
}

}  // namespace

Result<bool> is_past_retention(SessionStore& store, const SessionState& state, const config::BotDefinition& bot,
                               TimeMs now) {
  if (state.bot != bot.id || !is_idle_too_long(state.updated_at, bot, now)) return false;
  const auto summary = store.summary(state.session);
  if (!summary) return Unexpected(summary.error());
  return !*summary || (*summary)->notes.archived_at == 0;
}

std::shared_ptr<SessionStore> without_past_retention(std::shared_ptr<SessionStore> store,
                                                     const config::BotDefinition& bot, std::shared_ptr<Clock> clock) {
  if (bot.session.retention == 0) return store;
  return memory::retained_sessions(std::move(store), [&bot, clock = std::move(clock)](const memory::Rest& rest) {
    return rest.bot == bot.id && is_idle_too_long(rest.updated_at, bot, clock->now());
  });
}

}  // namespace parley::engine
