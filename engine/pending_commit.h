// PendingCommit: the results of a turn that the store does not hold yet.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/turn_scope.h"
#include "parley/message.h"
#include "parley/session.h"
#include "parley/store.h"
#include "parley/turn.h"

namespace parley::engine {

struct PendingCommit {
  SessionState state;
  std::int64_t stored_version = 0;                // the version in the store; 0: the session is new
  Turn turn;                                      // the response so far
  std::int64_t first_message = 1;                 // seq of the turn's first message
  std::vector<Message> messages = {};             // messages to append
  std::map<std::int64_t, Usage> tool_usage = {};  // usage of tools, keyed by the seq of the message that stores it
  std::optional<Usage> request_usage = {};  // usage of the request; part of the session's sum, not yet in a message
  std::vector<CallRecord> calls = {};
  SessionNotes notes = {};  // the notes of a new session
  std::optional<std::string> new_user =
      {};  // hash of the user, if this turn is the first of a stored session that names one
  std::optional<EndedConversation> ended = {};   // the conversation that this turn ended
  std::optional<std::uint16_t> input_hash = {};  // StoredTurn::input_hash
  std::int64_t first_kept_turn = 0;              // earlier turns are trimmed; 0: no turn is trimmed

  bool is_new_session() const { return stored_version == 0; }
};

// Returns the current conversation in the form in which the store keeps it after its end.
EndedConversation current_conversation(const SessionState& state);

// Appends a message with the next number. `text` and `details` must be redacted.
void add_message(PendingCommit& pending, const TurnScope& scope, Role role, std::string text,
                 MessageDetails details = {});

}  // namespace parley::engine
