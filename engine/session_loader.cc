// Tested by tests/engine/crash_test.cc, tests/engine/redelivery_test.cc and tests/engine/retention_test.cc.
#include "engine/session_loader.h"

#include <algorithm>
#include <utility>

#include "engine/input_hash.h"
#include "engine/retention.h"
#include "intents/classifier.h"
#include "intents/context_facts.h"
#include "memory/sessions/heirs.h"

namespace parley::engine {
namespace {

// Returns the run of the tool call that the session waits for; null if no engine was running it.
const RunningCall* running_call(const SessionState& state) {
  const ToolWait* wait = state.waits_for<ToolWait>();
  return wait && wait->running ? &*wait->running : nullptr;
}

// Returns whether another engine that may still be alive runs a tool for the session.
bool is_leased(const SessionState& state, const EngineServices& services) {
  const RunningCall* run = running_call(state);
  return run && run->engine != services.lease_owner.name() && services.clock->now() < run->until &&
         !LeaseOwner::is_gone(run->engine);
}

// Returns whether the session was past its retention. If so, erases the session, unless another process has written it
// in the meantime.
Result<bool> erase_past_retention(EngineServices& services, const BotServices& bot, const SessionState& state,
                                  TimeMs now) {
  auto past = is_past_retention(services, bot, state, now);
  if (!past || !*past) return past;
  const TimeMs expired_at = services.clock->now() - bot.definition().session.retention;
  const auto erased = memory::erase_with_inheritance(*services.store, {{state.session, state.version, expired_at}});
  if (!erased) return Unexpected(erased.error());
  return true;
}

// Returns whether the store holds the session.
Result<bool> load_state(const std::string& session, EngineServices& services, const BotServices& bot, TimeMs now,
                        SessionState& state) {
  constexpr TimeMs kLongestPause = 200;
  for (TimeMs pause = 2;; pause = std::min(2 * pause, kLongestPause)) {
    auto stored = services.store->load(session);
    if (!stored) return Unexpected(stored.error());
    if (!*stored) return false;
    if (auto own = check_own_session(**stored, services, bot); !own) return Unexpected(own.error());
    const auto erased = erase_past_retention(services, bot, **stored, now);
    if (!erased) return Unexpected(erased.error());
    if (*erased) continue;
    if (!is_leased(**stored, services)) {
      state = std::move(**stored);
      return true;
    }
    services.clock->sleep_for(std::chrono::milliseconds(pause));
  }
}

void begin_session(const Admission& admission, EngineServices& services, TimeMs now, SessionState& state) {
  state.session = admission.session;
  state.continuation_id = services.ids->next();
  state.created_at = state.updated_at = state.began_at = now;
  state.began_turn = state.began_message = 1;
  state.bot = admission.bot->definition().id;
  state.config_hash = admission.bot->catalog->fingerprint();
}

// Returns the response of a stored turn as a redelivered request gets it.
Turn repeated(EngineServices& services, Turn turn, const SessionState& state) {
  if (turn.masked) {
    if (auto recent = services.recent_answers.find(turn, services.clock->now())) turn = std::move(*recent);
  }
  turn.duplicate = true;
  // The state holds the unredacted arguments of a call that the caller still has to make.
  auto* call = turn.steps.empty() ? nullptr : std::get_if<ToolCall>(&turn.steps.back());
  const ToolCall* open = state.waiting ? state.waiting->call() : nullptr;
  if (call && open && open->call_id == call->call_id) *call = *open;
  return turn;
}

// Returns the stored response if the same request was delivered before.
Result<std::optional<Turn>> find_answer(const TurnScope& scope, const SessionState& state) {
  const Request& request = scope.request;
  if (request.id.empty() || state.version == 0) return std::optional<Turn>();
  auto found = scope.store.find_turn(scope.session, request.id);
  if (!found) return Unexpected(found.error());
  if (!*found) return std::optional<Turn>();
  if (auto same = check_same_input(scope, **found); !same) return Unexpected(same.error());
  if (!(*found)->complete) return std::optional<Turn>();
  Turn turn = std::move((*found)->turn);
  // Message ids belong to the session, so the turn with this id may belong to another conversation. The response to a
  // reset is the first turn of the next conversation.
  const bool resets = turn.continued && turn.seq == state.began_turn;
  const bool is_elsewhere = !request.continuation_id.empty() && turn.continuation_id != request.continuation_id;
  if (is_elsewhere && !resets) return conversation_is_over();
  return std::optional<Turn>(repeated(scope.services, std::move(turn), state));
}

Result<std::optional<StoredTurn>> find_interrupted(const TurnScope& scope, const SessionState& state) {
  if (!running_call(state)) return std::optional<StoredTurn>();
  auto found = scope.store.find_turn(scope.session, state.last_message_id);
  if (!found) return Unexpected(found.error());
  if (!*found) return Unexpected(ErrorCode::kStoreCorrupt, "the turn of a running tool call is not in the store");
  // Versions before 0.1 stored a complete turn in such a state.
  if ((*found)->complete) return std::optional<StoredTurn>();
  return found;
}

}  // namespace

Result<std::optional<Turn>> find_turn(EngineServices& services, std::string_view session, std::string_view message_id) {
  const auto bot = services.bot.get();
  const auto state = services.store->load(session);
  if (!state) return Unexpected(state.error());
  if (!*state || !check_own_session(**state, services, *bot)) return std::optional<Turn>();
  const auto is_gone = is_past_retention(*services.store, **state, bot->definition(), services.clock->now());
  if (!is_gone) return Unexpected(is_gone.error());
  auto found = services.store->find_turn(session, message_id);
  if (!found) return Unexpected(found.error());
  if (*is_gone || !*found || !(*found)->complete) return std::optional<Turn>();
  return std::optional<Turn>(repeated(services, std::move((*found)->turn), **state));
}

Result<void> check_own_session(const SessionState& state, const EngineServices& services, const BotServices& bot) {
  if (!services.own_sessions_only || state.bot == bot.definition().id) return {};
  return Unexpected(ErrorCode::kUnknownSession, "the session belongs to another bot");
}

Unexpected conversation_is_over() {
  return Unexpected(ErrorCode::kSessionExpired,
                    "the conversation of this 'continuation_id' is over; begin a new one with 'session'");
}

Result<bool> is_past_retention(EngineServices& services, const BotServices& bot, const SessionState& state,
                               TimeMs now) {
  return is_past_retention(*services.store, state, bot.definition(), std::min(now, services.clock->now()));
}

Result<LoadedSession> load_session(const Admission& admission, EngineServices& services, TimeMs now,
                                   TurnAttempts& attempts, SessionState& state) {
  const BotServices& bot = *admission.bot;
  const auto exists = load_state(admission.session, services, bot, now, state);
  if (!exists) return Unexpected(exists.error());
  if (!*exists && attempts.session_existed) {
    return Unexpected(ErrorCode::kUnknownSession, "the session was erased while the turn was running");
  }
  attempts.session_existed = *exists;
  LoadedSession loaded{state, nullptr};
  if (!*exists) {
    const auto expired = services.store->expired(admission.session);
    if (!expired) return Unexpected(expired.error());
    loaded.had_expired = expired->has_value();
    begin_session(admission, services, now, state);
  }
  // The language that a channel reports applies until the channel reports another one.
  if (const auto locale = intents::locale_in(admission.request.context)) state.locale = locale->tag();
  loaded.catalog = &bot.catalog->for_locale(state.locale);
  return loaded;
}

Result<EarlierTurns> find_earlier_turns(const TurnScope& scope, const SessionState& state) {
  auto answer = find_answer(scope, state);
  if (!answer) return Unexpected(answer.error());
  if (*answer) return EarlierTurns{std::move(*answer), {}};
  auto interrupted = find_interrupted(scope, state);
  if (!interrupted) return Unexpected(interrupted.error());
  return EarlierTurns{{}, std::move(*interrupted)};
}

}  // namespace parley::engine
