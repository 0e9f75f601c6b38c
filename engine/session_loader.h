// Stage "load": reads a session, and what the store holds about earlier turns that matter to this one.
#pragma once

#include <optional>
#include <string>

#include "engine/turn_scope.h"
#include "parley/result.h"
#include "parley/session.h"
#include "parley/turn.h"

namespace parley::engine {

struct LoadedSession {
  SessionState state;        // version 0: the store does not hold the session, and this is a new one
  const Catalog* catalog;    // in the session's language
  bool had_expired = false;  // a session of this name existed and was erased because of its age

  bool is_new() const { return state.version == 0; }
};

struct EarlierTurns {
  std::optional<Turn> answer;       // to this very request, which is delivered again
  std::optional<Turn> interrupted;  // by a crash while its tool call was running
};

// Waits while another engine runs a tool for the session. Erases a session that is past its retention.
// kUnknownSession: the session was erased since the attempt before. Sets attempts.session_existed.
Result<LoadedSession> load_session(const Admission& admission, EngineServices& services, TimeMs now,
                                   TurnAttempts& attempts);

// kSessionExpired: the answer belongs to another conversation than the request names.
Result<EarlierTurns> find_earlier_turns(const TurnScope& scope, const SessionState& state);

// Whether a session is past the bot's retention at `now`, and by the clock: a request from the future erases nothing,
// and a conversation with old times that is replayed or imported continues.
Result<bool> is_past_retention(EngineServices& services, const BotServices& bot, const SessionState& state, TimeMs now);

Unexpected conversation_is_over();

}  // namespace parley::engine
