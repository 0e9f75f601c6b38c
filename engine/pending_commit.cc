// Tested by tests/engine/specification_test.cc and tests/engine/continuation_test.cc.
#include "engine/pending_commit.h"

#include <utility>

namespace parley::engine {

EndedConversation current_conversation(const SessionState& state) {
  return {state.continuation_id, state.began_turn, state.began_at, {}};
}

void add_message(PendingCommit& pending, const TurnScope& scope, Role role, std::string text, MessageDetails details) {
  constexpr std::size_t kUsualMessages = 4;
  if (pending.messages.capacity() == 0) pending.messages.reserve(kUsualMessages);
  SessionState& state = pending.state;
  Message& message = pending.messages.emplace_back();
  message.seq = ++state.messages;
  message.turn = pending.turn.seq;
  message.role = role;
  message.text = std::move(text);
  message.at = scope.now;
  message.details = std::move(details);
  // In a session that another bot created, messages of this bot carry its id.
  if (role == Role::kAssistant && state.bot != scope.bot.id) message.details.tool = scope.bot.id;
  state.bytes += static_cast<std::int64_t>(message.text.size());
}

}  // namespace parley::engine
