// Keeps the sessions of different users apart. A session has at most one user, and a request that names another user
// never continues it: the engine refuses the request, or answers it in a session of that user's own
// (`session: other_user`). The erasure of a user therefore finds everything that the user said.
#pragma once

#include <string>

#include "engine/turn_scope.h"
#include "parley/result.h"

namespace parley::engine {

// Returns the user as the store keeps it. Empty: unknown.
std::string hash_of_user(const std::string& user, const BotServices& bot);

// Returns the user of a stored session as a hash: of its turns, or of its notes if no turn has named one. Empty:
// unknown.
Result<std::string> owner_of(TurnStore& store, const SessionState& state);

// Returns the session that a request of `user` with the name `session` gets: with `other_user: new_conversation`, the
// user's own session if the named one belongs to another user.
Result<std::string> session_for(const std::string& session, const std::string& user, TurnStore& store,
                                const BotServices& bot);

// kInvalidRequest: the session belongs to another user than the request names.
Result<void> check_owner(const TurnScope& scope, const SessionState& state);

// Stores the notes, with the user that the session has. kInvalidRequest: the notes name another user. Returns false if
// the session is unknown.
Result<bool> annotate(SessionStore& store, const SessionState& state, SessionNotes notes);

// Engine::session_of.
Result<std::string> session_of(const std::string& session, const std::string& user, EngineServices& services);

}  // namespace parley::engine
