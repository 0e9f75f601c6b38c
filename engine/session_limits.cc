#include "engine/session_limits.h"

#include <algorithm>
#include <utility>

namespace parley::engine {
namespace {

using AtLimit = config::Session::AtLimit;

bool has_passed(TimeMs since, TimeMs span, TimeMs now) { return span > 0 && std::max<TimeMs>(0, now - since) >= span; }

TimeMs began_at(const SessionState& state) { return state.began_at != 0 ? state.began_at : state.created_at; }

// Returns the number of turns of this conversation before `turn`, since a person last gave it back.
std::int64_t turns_before(const SessionState& state, std::int64_t turn) {
  return turn - std::max({std::int64_t{1}, state.began_turn, state.counted_from});
}

bool is_at_limit(const SessionState& state, const config::Session& policy, std::int64_t turn, AtLimit which) {
  if (state.handed_off && which != AtLimit::kTrim) return false;  // a person decides how long it takes
  return policy.max_turns > 0 && policy.at_limit == which && turns_before(state, turn) >= policy.max_turns;
}

}  // namespace

const char* to_string(EndReason reason) {
  switch (reason) {
    case EndReason::kNone: return "";
    case EndReason::kExpired: return "expired";
    case EndReason::kEnded: return "ended";
    case EndReason::kRolledOver: return "rolled_over";
  }
  return "";
}

EndReason end_reason(const SessionState& state, const config::Session& policy, TimeMs now, std::int64_t turn) {
  if (state.ended) return EndReason::kEnded;
  const bool has_expired = (state.expires_at != 0 && now >= state.expires_at) ||
                           has_passed(state.updated_at, policy.ttl, now) ||
                           has_passed(began_at(state), policy.max_age, now);
  if (has_expired) return EndReason::kExpired;
  const bool rolls_over = state.frames.empty() && is_at_limit(state, policy, turn, AtLimit::kRollOver);
  return rolls_over ? EndReason::kRolledOver : EndReason::kNone;
}

bool is_over(const SessionState& state, const config::Session& policy, TimeMs now) {
  const EndReason reason = end_reason(state, policy, now, state.turns + 1);
  return reason == EndReason::kExpired || reason == EndReason::kEnded;
}

TurnLimit turn_limit(const SessionState& state, const config::Session& policy, std::int64_t turn) {
  if (is_at_limit(state, policy, turn, AtLimit::kRefuse)) return TurnLimit::kRefuse;
  return is_at_limit(state, policy, turn, AtLimit::kHandOff) ? TurnLimit::kHandOver : TurnLimit::kNone;
}

void start_conversation(SessionState& state, TimeMs now, std::int64_t turn, std::string continuation_id) {
  state.frames.clear();
  state.waiting.reset();
  state.params.clear();
  state.queue.clear();
  state.offered.clear();
  state.done.reset();
  state.in_mind.clear();
  state.asked_for_more = false;
  state.last_intent.reset();
  state.last_result = Value();
  state.unmatched = 0;
  state.exhausted = 0;
  state.ended = false;
  state.handed_off.reset();
  state.counted_from = 0;
  state.greets = false;
  state.began_at = now;
  state.began_turn = turn;
  state.continuation_id = std::move(continuation_id);
}

TimeMs expiry(const SessionState& state, const config::BotDefinition& bot) {
  TimeMs at = 0;
  const auto limit = [&](TimeMs since, TimeMs span) {
    if (span > 0) at = at == 0 ? since + span : std::min(at, since + span);
  };
  limit(state.updated_at, bot.session.ttl);
  limit(began_at(state), bot.session.max_age);
  if (state.handed_off) return at;  // the intents are suspended
  for (const Frame& frame : state.frames) {
    const config::Intent* intent = bot.find_intent(frame.intent);
    if (intent) limit(state.updated_at, intent->ttl);
  }
  return at;
}

TimeMs kept_until(const SessionState& state, const config::Session& policy) {
  return policy.retention > 0 ? state.updated_at + policy.retention : 0;
}

std::int64_t trim_oldest(SessionState& state, const config::Session& policy, std::int64_t turn) {
  if (policy.max_turns == 0 || policy.at_limit != AtLimit::kTrim) {
    state.starts.clear();
    return 0;
  }
  std::vector<TurnStart>& starts = state.starts;
  if (state.frames.empty()) starts.push_back({turn, state.messages + 1, state.bytes});
  const auto too_new = [&](const TurnStart& start) { return start.turn > turn - policy.max_turns + 1; };
  const auto kept = std::find_if(starts.begin(), starts.end(), too_new);
  if (kept == starts.begin()) return 0;
  const TurnStart first = *std::prev(kept);
  if (first.message - 1 <= state.trimmed) return 0;
  state.trimmed = first.message - 1;
  state.bytes -= first.bytes;
  starts.erase(starts.begin(), std::prev(kept));
  for (TurnStart& start : starts) start.bytes -= first.bytes;
  return first.turn;
}

Result<void> check_usage(const SessionState& state, const Limits& limits) {
  const auto reached = [](const char* what, std::int64_t used, std::int64_t most, const char* limit) {
    return Unexpected(ErrorCode::kLimitExceeded, std::string("the session has used ") + std::to_string(used) + " " +
                                                     what + "; its limit is " + std::to_string(most) +
                                                     " (Limits::" + limit + ")");
  };
  if (state.bytes > limits.max_session_bytes) {
    return reached("bytes", state.bytes, limits.max_session_bytes, "max_session_bytes");
  }
  const std::int64_t most_tokens = limits.max_session_tokens, most_cost = limits.max_session_cost;
  const std::int64_t tokens = state.usage.input_tokens + state.usage.output_tokens;
  if (most_tokens > 0 && tokens >= most_tokens) return reached("tokens", tokens, most_tokens, "max_session_tokens");
  if (most_cost > 0 && state.usage.cost >= most_cost) {
    return reached("of cost", state.usage.cost, most_cost, "max_session_cost");
  }
  return {};
}

}  // namespace parley::engine
