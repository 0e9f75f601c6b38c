// A turn that the host writes itself: messages, params, the open question, older turns removed (SessionWrite).
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/host_write.h"
#include "engine/turn_work.h"
#include "memory/sessions/system_prompt.h"

namespace parley::engine {
namespace {

constexpr std::size_t kPage = 64;

// Watches messages from the newest to the oldest and tells where no exchange is parted: each result has its call, and
// the open question has been passed.
class ExchangeWatch {
 public:
  explicit ExchangeWatch(const SessionState& state)
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

}  // namespace

Result<void> TurnWork::write(const SessionWrite& write) {
  auto judged = judge_write(write, *catalog_, state_, nlu_context());
  if (!judged) return Unexpected(judged.error());
  if (auto noted = note_begin(write); !noted) return noted;
  for (const SessionWrite::Text& message : write.messages) remember_written(message);
  const planner::TurnContext moment{now_, turn_.seq, request_.context, place_.catalog->fingerprint(), {}, {}, {}};
  planner::Transition written = planner::apply_write(*bot_, std::move(state_), *judged, moment);
  if (auto applied = apply(std::move(written), /*resets=*/false); !applied) return applied;
  notes_ = gate_.hidden(place_.redactor.notes(std::move(notes_), state_));  // which may repeat a value of `params`
  return write.keep_turns > 0 ? prune(write.keep_turns) : Result<void>();
}

// Title, tags and the like are stored with the session's first commit, without what is private.
Result<void> TurnWork::note_begin(const SessionWrite& write) {
  const bool has_notes =
      !write.title.empty() || !write.system_prompt.empty() || !write.tags.empty() || !write.metadata.empty();
  if (!has_notes) return {};
  if (stored_version_ > 0) {
    return Unexpected(ErrorCode::kInvalidRequest,
                      "'write': title, system_prompt, tags and metadata are for the write that begins a session; "
                      "the session has begun, use Engine::annotate");
  }
  notes_.title = write.title;
  notes_.tags = write.tags;
  notes_.metadata = write.metadata;
  if (!write.system_prompt.empty()) memory::note_system_prompt(notes_, write.system_prompt, turn_.seq);
  return {};
}

// Redacted as if the user had sent it now. An answer to a sensitive question is withheld; an assistant's text is none.
void TurnWork::remember_written(const SessionWrite::Text& message) {
  const std::string text = base::valid_utf8(message.text);
  NluContext now = nlu_context();
  if (message.role == Role::kAssistant) now.waiting_for_param.clear();
  const Understanding understood = catalog_->understand(text, now);
  gate_.learn(understood, text);
  MessageDetails details = gate_.details(message.details, text, understood, now);
  remember(message.role, gate_.message(text, understood, now), std::move(details));
}

// Removes all but the newest `keep_turns` turns before this one. What goes is in the topics first.
Result<void> TurnWork::prune(std::int64_t keep_turns) {
  const std::int64_t wanted = turn_.seq - keep_turns;
  ExchangeWatch watch(state_);
  std::int64_t first_kept = turn_.seq, kept_bytes = 0, before = state_.messages + 1;
  const auto pass = [&](const Message& message) {
    watch.pass(message);
    first_kept = message.turn;
    kept_bytes += static_cast<std::int64_t>(message.text.size());
    before = message.seq;
  };
  std::for_each(messages_.rbegin(), messages_.rend(), pass);
  while (stored_version_ > 0 && before > state_.trimmed + 1) {
    const auto page = place_.store->messages(request_.session, kPage, before);
    if (!page) return Unexpected(page.error());
    if (page->empty()) return {};
    for (auto message = page->rbegin(); message != page->rend(); ++message) {
      if (message->seq <= state_.trimmed) return {};
      const std::int64_t first = std::min(first_kept, wanted);
      if (message->turn < first && watch.is_between_exchanges()) {
        return forget_before(first, message->seq, kept_bytes);
      }
      pass(*message);
    }
  }
  return {};
}

Result<void> TurnWork::forget_before(std::int64_t first_kept_turn, std::int64_t trimmed, std::int64_t kept_bytes) {
  if (place_.memory.topics) {
    const auto kept = keep_in_topics(trimmed);
    if (!kept) return Unexpected(kept.error());
    if (!*kept) {
      return Unexpected(ErrorCode::kStoreUnavailable,
                        "'write.keep_turns': the topics have not taken up the older turns yet; try again");
    }
  }
  first_kept_turn_ = first_kept_turn;
  const std::int64_t gone = state_.bytes - kept_bytes;
  state_.trimmed = trimmed;
  state_.bytes = kept_bytes;
  std::erase_if(state_.starts, [&](const TurnStart& start) { return start.turn < first_kept_turn; });
  for (TurnStart& start : state_.starts) start.bytes -= gone;
  trace_.emplace_back("host_pruned");
  return {};
}

}  // namespace parley::engine
