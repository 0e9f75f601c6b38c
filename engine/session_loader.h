// Stage "load": reads a session, and the earlier turns that this turn must know: the turn of an earlier delivery of the
// same request, and an interrupted turn.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/turn_scope.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn.h"
#include "parley/turn_store.h"

namespace parley::engine {

// Borrows the state, because a move of a state costs as much as a small stage.
struct LoadedSession {
  SessionState& state;       // version 0: a new session, which the store does not hold
  const Catalog* catalog;    // in the session's language
  bool had_expired = false;  // a session with this name was erased after its retention

  bool is_new() const { return state.version == 0; }
};

struct EarlierTurns {
  std::optional<Turn> answer;             // the response to this request, if it was delivered before
  std::optional<StoredTurn> interrupted;  // a turn that a crash interrupted while its tool call was running
};

// Reads the session into `state`. Waits while another engine runs a tool for the session. Erases a session that is past
// its retention. kUnknownSession: the session was erased after the previous attempt. Sets attempts.session_existed.
Result<LoadedSession> load_session(const Admission& admission, EngineServices& services, TimeMs now,
                                   TurnAttempts& attempts, SessionState& state);

// kSessionExpired: the stored response does not belong to the conversation that the request names. kMessageIdReused:
// the turn with this message id, complete or not, answers another input.
Result<EarlierTurns> find_earlier_turns(const TurnScope& scope, const SessionState& state);

// Engine::find_turn.
Result<std::optional<Turn>> find_turn(EngineServices& services, std::string_view session, std::string_view message_id);

// Returns whether a session is past the bot's retention at `now` and also by the clock. A request with a time in the
// future therefore erases nothing, and a replayed or imported conversation with old times continues.
Result<bool> is_past_retention(EngineServices& services, const BotServices& bot, const SessionState& state, TimeMs now);

// kUnknownSession: the session belongs to another bot (EngineOptions::own_sessions_only).
Result<void> check_own_session(const SessionState& state, const EngineServices& services, const BotServices& bot);

Unexpected conversation_is_over();

}  // namespace parley::engine
