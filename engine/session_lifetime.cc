#include "engine/session_lifetime.h"

#include <algorithm>
#include <utility>

namespace parley::engine {
namespace {

using AtLimit = config::Session::AtLimit;

bool has_passed(TimeMs since, TimeMs span, TimeMs now) { return span > 0 && std::max<TimeMs>(0, now - since) >= span; }

TimeMs began_at(const SessionState& state) { return state.began_at != 0 ? state.began_at : state.created_at; }

// Turns of this conversation before `turn`.
std::int64_t turns_before(const SessionState& state, std::int64_t turn) {
  return turn - std::max<std::int64_t>(1, state.began_turn);
}

bool is_at_limit(const SessionState& state, const config::Session& policy, std::int64_t turn, AtLimit which) {
  return policy.max_turns > 0 && policy.at_limit == which && turns_before(state, turn) >= policy.max_turns;
}

}  // namespace

const char* to_string(Over over) {
  switch (over) {
    case Over::kNo: return "";
    case Over::kExpired: return "expired";
    case Over::kEnded: return "ended";
    case Over::kRolledOver: return "rolled_over";
  }
  return "";
}

Over over(const SessionState& state, const config::Session& policy, TimeMs now, std::int64_t turn) {
  if (state.ended) return Over::kEnded;
  const bool expired = (state.expires_at != 0 && now >= state.expires_at) ||
                       has_passed(state.updated_at, policy.ttl, now) ||
                       has_passed(began_at(state), policy.max_age, now);
  if (expired) return Over::kExpired;
  if (state.frames.empty() && is_at_limit(state, policy, turn, AtLimit::kRollOver)) return Over::kRolledOver;
  return Over::kNo;
}

bool is_over(const SessionState& state, const config::Session& policy, TimeMs now) {
  const Over why = over(state, policy, now, state.turns + 1);
  return why == Over::kExpired || why == Over::kEnded;
}

bool is_full(const SessionState& state, const config::Session& policy, std::int64_t turn) {
  return is_at_limit(state, policy, turn, AtLimit::kRefuse);
}

bool hands_over(const SessionState& state, const config::Session& policy, std::int64_t turn) {
  return is_at_limit(state, policy, turn, AtLimit::kHandOff);
}

void begin_anew(SessionState& state, TimeMs now, std::int64_t turn, std::string continuation_id) {
  state.frames.clear();
  state.waiting.reset();
  state.params.clear();
  state.queue.clear();
  state.last_intent.reset();
  state.last_result = Value();
  state.unmatched = 0;
  state.exhausted = 0;
  state.ended = false;
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
  for (const Frame& frame : state.frames) {
    const config::Intent* intent = bot.find_intent(frame.intent);
    if (intent) limit(state.updated_at, intent->ttl);
  }
  return at;
}

TimeMs kept_until(const SessionState& state, const config::Session& policy) {
  return policy.retention > 0 ? state.updated_at + policy.retention : 0;
}

std::int64_t trim(SessionState& state, const config::Session& policy, std::int64_t turn) {
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

}  // namespace parley::engine
