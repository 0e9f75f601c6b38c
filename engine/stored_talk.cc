#include "engine/stored_talk.h"

#include <limits>

namespace parley::engine {

Result<std::vector<TalkTurn>> read_talk(SessionStore& store, std::string_view session) {
  constexpr std::size_t kAll = std::numeric_limits<std::int32_t>::max();
  auto messages = store.messages(session, kAll);
  if (!messages) return Unexpected(messages.error());
  std::vector<TalkTurn> turns;
  for (Message& message : *messages) {
    if (turns.empty() || turns.back().seq != message.turn) {
      turns.emplace_back();
      turns.back().seq = message.turn;
      turns.back().at = message.at;
      turns.back().begins_with_outcome = message.role == Role::kTool;
    }
    TalkTurn& turn = turns.back();
    switch (message.role) {
      case Role::kUser: turn.user = std::move(message.text); break;
      case Role::kAssistant: turn.replies.push_back(std::move(message.text)); break;
      case Role::kTool: {
        const std::size_t colon = message.text.rfind(": ");
        if (colon == std::string::npos) break;
        turn.outcomes.push_back({message.text.substr(0, colon), message.text.substr(colon + 2)});
        break;
      }
      case Role::kCall:
      case Role::kSummary: break;
    }
  }
  return turns;
}

}  // namespace parley::engine
