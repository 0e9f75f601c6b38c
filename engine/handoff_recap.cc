// Tested by tests/engine/engine_test.cc and tests/engine/ended_conversations_test.cc.
#include "engine/handoff_recap.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "memory/sessions/conversations.h"

namespace parley::engine {
namespace {

constexpr std::int64_t kHandoffTokens = 2'000;  // about fifty messages

// Reads the stored and the pending messages of a conversation by their numbers in the session.
class ConversationMessages {
 public:
  ConversationMessages(const TurnScope& scope, const PendingCommit& pending, std::int64_t first)
      : scope_(scope), pending_(pending), first_(first) {}

  // Returns at most `limit` messages before number `before`, oldest first.
  Result<std::vector<Message>> page(std::int64_t before, std::size_t limit) const {
    const auto pending_count = static_cast<std::int64_t>(pending_.messages.size());
    const std::int64_t before_stored = std::min(before, pending_.state.messages - pending_count + 1);
    std::vector<Message> page;
    if (!pending_.is_new_session() && before_stored > first_) {
      auto stored = scope_.store.messages(scope_.session, limit, before_stored);
      if (!stored) return stored;
      page = std::move(*stored);
    }
    std::copy_if(pending_.messages.begin(), pending_.messages.end(), std::back_inserter(page),
                 [&](const Message& message) { return message.seq < before; });
    std::erase_if(page, [&](const Message& message) { return message.seq < first_; });
    if (page.size() > limit) page.erase(page.begin(), page.end() - static_cast<std::ptrdiff_t>(limit));
    return page;
  }

 private:
  const TurnScope& scope_;
  const PendingCommit& pending_;
  const std::int64_t first_;  // number of the conversation's first message
};

}  // namespace

Result<std::vector<std::string>> recap(const TurnScope& scope, const PendingCommit& pending) {
  const SessionState& state = pending.state;
  const auto first = memory::first_message(scope.store, state);
  if (!first) return Unexpected(first.error());
  const ConversationMessages messages(scope, pending, *first);
  // The messages are numbered from the first message of the conversation, so that messages of earlier conversations do
  // not count as left out.
  const std::int64_t shift = *first - 1;
  const HistoryReader read = [&](std::int64_t number, int limit) -> Result<std::vector<Message>> {
    const std::int64_t before = number > state.messages - shift ? state.messages + 1 : number + shift;
    auto page = messages.page(before, static_cast<std::size_t>(limit));
    if (!page) return page;
    for (Message& message : *page) {
      message.seq -= shift;
      message.turn -= std::max<std::int64_t>(state.began_turn, 1) - 1;
    }
    return page;
  };
  ContextOptions options;
  const auto& budgets = scope.bot_services.memory.max_tokens;
  options.max_tokens = std::min(kHandoffTokens, budgets[static_cast<std::size_t>(Consumer::kAgent)]);
  const auto context = build_context(read, options);
  if (!context) return Unexpected(context.error());
  std::vector<std::string> lines;
  for (const Message& message : context->messages) {
    if (message.role == Role::kCall) continue;  // the message with the outcome names the tool
    lines.push_back(speaker_of(message) + ": " + message.text);
  }
  return lines;
}

}  // namespace parley::engine
