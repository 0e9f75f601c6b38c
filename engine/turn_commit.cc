// What a turn stores: its messages, and with the commit everything else, through the gate.
// Tested by tests/engine/store_gate_test.cc.
#include <algorithm>
#include <utility>

#include "engine/session_lifetime.h"
#include "engine/turn_work.h"

namespace parley::engine {

const std::string* spoken(const Step& step) {
  if (const auto* ask = std::get_if<AskUser>(&step)) return &ask->prompt;
  if (const auto* confirm = std::get_if<Confirm>(&step)) return &confirm->prompt;
  if (const auto* say = std::get_if<Say>(&step)) return &say->text;
  return nullptr;
}

namespace {

std::vector<std::string> said_by(const std::vector<Step>& steps) {
  std::vector<std::string> say;
  for (const Step& step : steps) {
    if (const std::string* text = spoken(step)) say.push_back(*text);
  }
  return say;
}

}  // namespace

EndedConversation TurnWork::conversation() const {
  return {state_.continuation_id, state_.began_turn, state_.began_at, {}};
}

void TurnWork::remember(Role role, std::string text, MessageDetails details) {
  Message message;
  message.seq = ++state_.messages;
  message.turn = turn_.seq;
  message.role = role;
  message.text = std::move(text);
  message.at = now_;
  message.details = std::move(details);
  // In a session that another bot began, what this one says is told apart.
  if (role == Role::kAssistant && state_.bot != bot_->id) message.details.tool = bot_->id;
  state_.bytes += static_cast<std::int64_t>(message.text.size());
  messages_.push_back(std::move(message));
}

// What was learned to be private since a message was noted down is taken out of it, too.
void TurnWork::pass_the_gate() {
  for (Message& message : messages_) {
    const std::size_t before = message.text.size();
    message = gate_.hidden(std::move(message));
    state_.bytes += static_cast<std::int64_t>(message.text.size()) - static_cast<std::int64_t>(before);
  }
  keep_usage();
  gate_.release(state_);
}

Result<void> TurnWork::commit(bool complete) {
  turn_.say = said_by(turn_.steps);
  const bool asks = state_.waiting && state_.waiting->kind == PendingInput::Kind::kParam;
  turn_.waiting_for_param = asks ? std::optional<std::string>(state_.waiting->param) : std::nullopt;
  turn_.continuation_id = state_.continuation_id;

  state_.turns = turn_.seq;
  state_.last_message_id = turn_.id;
  state_.updated_at = now_;
  state_.expires_at = expiry(state_, *bot_);
  state_.kept_until = kept_until(state_, bot_->session);
  state_.version = stored_version_ + 1;
  pass_the_gate();
  const StoredTurn stored{gate_.hidden(turn_), complete};
  const bool is_first = stored_version_ == 0;
  if (complete && request_.explain) {
    Value::Array trace(trace_.begin(), trace_.end());
    Value::Object explain{{"trace", Value(std::move(trace))}};
    if (!explanation_.is_null()) explain["understanding"] = explanation_;
    turn_.explain = Value(std::move(explain));
  }
  events_.lap();
  auto committed = place_.store->commit({state_, stored_version_, stored, messages_, calls_,
                                         is_first ? &notes_ : nullptr, first_kept_turn_, ended_ ? &*ended_ : nullptr});
  if (!committed) return committed;
  commit_us_ += events_.lap();
  ++commits_;
  stored_version_ = state_.version;
  messages_.clear();
  calls_.clear();
  ended_.reset();
  if (complete) tell_answered();
  return committed;
}

}  // namespace parley::engine
