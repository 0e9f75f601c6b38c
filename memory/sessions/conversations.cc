// Tested by tests/context/service/conversations_test.cc.
#include "memory/sessions/conversations.h"

#include <algorithm>
#include <string>

#include "memory/item_names.h"

namespace parley::memory {

Result<std::int64_t> first_message_of_turn(TurnStore& store, const std::string& session, std::int64_t turn,
                                           std::int64_t above, std::int64_t newest) {
  // Message `low` belongs to an earlier turn than `turn`, and message `high` does not.
  std::int64_t low = above, high = newest + 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const auto found = store.messages(session, 1, middle + 1);
    if (!found) return Unexpected(found.error());
    const bool is_earlier = found->empty() || found->front().seq < middle || found->front().turn < turn;
    (is_earlier ? low : high) = middle;
  }
  return high;
}

Result<std::int64_t> first_message(TurnStore& store, const SessionState& state) {
  if (is_first_conversation(state)) return 1;
  if (state.began_message > 0) return state.began_message;
  return first_message_of_turn(store, state.session, state.began_turn, state.trimmed, state.messages);
}

Result<bool> has_conversation(TurnStore& store, const SessionState& session, const std::string& continuation_id) {
  if (session.continuation_id == continuation_id) return true;
  const auto place = store.find_conversation(continuation_id);
  if (!place) return Unexpected(place.error());
  return *place && (*place)->session == session.session;
}

void drop_ended_conversations(SessionRecord& record) {
  SessionState& state = record.state;
  if (is_first_conversation(state)) return;
  const std::int64_t first_turn = state.began_turn;
  std::erase_if(record.turns, [&](const StoredTurn& stored) { return stored.turn.seq < first_turn; });
  std::erase_if(record.calls, [&](const CallRecord& call) { return call.turn < first_turn; });
  record.ended.clear();
  state.late_result.clear();
  std::erase_if(record.items, [&](const Item& item) { return is_of_ended_conversation(item.name, state); });
  const auto kept = std::find_if(record.messages.begin(), record.messages.end(),
                                 [&](const Message& message) { return message.turn >= first_turn; });
  std::int64_t bytes = 0;
  for (auto message = record.messages.begin(); message != kept; ++message) {
    bytes += static_cast<std::int64_t>(message->text.size());
  }
  record.messages.erase(record.messages.begin(), kept);
  state.trimmed = record.messages.empty() ? state.messages : record.messages.front().seq - 1;
  state.bytes -= bytes;
  std::erase_if(state.private_texts, [&](const PrivateText& text) { return text.message <= state.trimmed; });
  std::erase_if(state.starts, [&](const TurnStart& start) { return start.turn < first_turn; });
  for (TurnStart& start : state.starts) start.bytes -= bytes;
}

bool is_over(const SessionState& state, TimeMs now) {
  return state.ended || (state.expires_at != 0 && now >= state.expires_at);
}

}  // namespace parley::memory
