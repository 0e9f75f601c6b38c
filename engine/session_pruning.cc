// Tested by tests/engine/turn_write_test.cc.
#include "engine/session_pruning.h"

#include <algorithm>

#include "engine/turn_topics.h"

namespace parley::engine {
namespace {

constexpr std::size_t kPage = 64;

// Finds the places where a history may be cut. The caller passes the messages from the newest to the oldest. The
// history may be cut before a message if the messages passed so far contain the call of each of their tool results, and
// contain the open question.
class ExchangeFinder {
 public:
  explicit ExchangeFinder(const SessionState& state)
      : asked_at_(state.waiting ? state.waiting->asked_at : 0), question_passed_(!state.waiting) {}

  void pass(const Message& message) {
    if (message.role == Role::kTool) ++results_without_call_;
    if (message.role == Role::kCall && results_without_call_ > 0) --results_without_call_;
    question_passed_ |= message.at <= asked_at_;
  }
  bool is_between_exchanges() const { return results_without_call_ == 0 && question_passed_; }

 private:
  const TimeMs asked_at_;
  int results_without_call_ = 0;
  bool question_passed_;
};

struct Cut {
  std::int64_t first_kept_turn = 0;
  std::int64_t trimmed = 0;  // number of the last message that is removed
  std::int64_t kept_bytes = 0;
};

Result<void> remove_before(TurnDraft& draft, const Cut& cut) {
  if (draft.scope.bot_services.memory.topics) {
    const auto added = add_to_topics(draft.scope, cut.trimmed);
    if (!added) return Unexpected(added.error());
    if (!*added) {
      return Unexpected(ErrorCode::kStoreUnavailable,
                        "'write.keep_turns': the older turns are not in the topics yet; try again");
    }
  }
  SessionState& state = draft.pending.state;
  draft.pending.first_kept_turn = cut.first_kept_turn;
  const std::int64_t removed_bytes = state.bytes - cut.kept_bytes;
  state.trimmed = cut.trimmed;
  state.bytes = cut.kept_bytes;
  std::erase_if(state.starts, [&](const TurnStart& start) { return start.turn < cut.first_kept_turn; });
  for (TurnStart& start : state.starts) start.bytes -= removed_bytes;
  draft.explanation.trace.emplace_back("host_pruned");
  return {};
}

}  // namespace

Result<void> prune(TurnDraft& draft, std::int64_t keep_turns) {
  const PendingCommit& pending = draft.pending;
  const std::int64_t trimmed = pending.state.trimmed;
  const std::int64_t wanted = pending.turn.seq - keep_turns;
  ExchangeFinder finder(pending.state);
  std::int64_t first_kept = pending.turn.seq, kept_bytes = 0, before = pending.state.messages + 1;
  const auto pass = [&](const Message& message) {
    finder.pass(message);
    first_kept = message.turn;
    kept_bytes += static_cast<std::int64_t>(message.text.size());
    before = message.seq;
  };
  std::for_each(pending.messages.rbegin(), pending.messages.rend(), pass);
  while (!pending.is_new_session() && before > trimmed + 1) {
    const auto page = draft.scope.store.messages(draft.scope.session, kPage, before);
    if (!page) return Unexpected(page.error());
    if (page->empty()) return {};
    for (auto message = page->rbegin(); message != page->rend(); ++message) {
      if (message->seq <= trimmed) return {};
      const std::int64_t first = std::min(first_kept, wanted);
      if (message->turn < first && finder.is_between_exchanges()) {
        return remove_before(draft, {first, message->seq, kept_bytes});
      }
      pass(*message);
    }
  }
  return {};
}

}  // namespace parley::engine
