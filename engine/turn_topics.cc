// Tested by tests/engine/message_memory_test.cc and tests/engine/ended_conversations_test.cc.
#include "engine/turn_topics.h"

namespace parley::engine {

// This function loads the state, instead of ContextService. The turn has checked the retention by its own time, but
// ContextService would check it by the clock.
Result<bool> add_to_topics(const TurnScope& scope, std::int64_t upto) {
  const auto stored = scope.store.load(scope.session);
  if (!stored) return Unexpected(stored.error());
  if (!*stored) return false;
  return scope.bot_services.contexts->keep_in_topics(**stored, upto);
}

void close_topics(const TurnScope& scope, const PendingCommit& pending) {
  const bool trims = scope.bot.session.at_limit == config::Session::AtLimit::kTrim;
  if (pending.is_new_session() || !scope.bot_services.memory.topics || !trims) return;
  (void)add_to_topics(scope, pending.first_message - 1);
}

}  // namespace parley::engine
