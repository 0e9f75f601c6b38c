// Tested by tests/engine/specification_test.cc and tests/engine/continuation_test.cc.
#include "engine/pending_commit.h"

#include <utility>

namespace parley::engine {

EndedConversation current_conversation(const SessionState& state) {
  return {state.continuation_id, state.began_turn, state.began_at, {}};
}

void add_message(PendingCommit& pending, const TurnScope& scope, Role role, std::string text, MessageDetails details) {
  SessionState& state = pending.state;
  Message message;
  message.seq = ++state.messages;
  message.turn = pending.turn.seq;
  message.role = role;
  message.text = std::move(text);
  message.at = scope.now;
  message.details = std::move(details);
  // In a session that another bot created, messages of this bot carry its id.
  if (role == Role::kAssistant && state.bot != scope.bot.id) message.details.tool = scope.bot.id;
  state.bytes += static_cast<std::int64_t>(message.text.size());
  pending.messages.push_back(std::move(message));
}

}  // namespace parley::engine
