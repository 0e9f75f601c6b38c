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
  std::int64_t stored_version = 0;          // in the store; 0: the session is new
  Turn turn;                                // the answer so far
  std::int64_t first_message = 1;           // seq of the turn's first message
  std::vector<Message> messages = {};       // to append
  std::map<std::int64_t, Usage> used = {};  // by tools, by the seq of the message that gets it
  std::optional<Usage> request_usage = {};  // of the request, counted but not yet with a message
  std::vector<CallRecord> calls = {};
  SessionNotes notes = {};                      // of a new session
  std::optional<std::string> new_user = {};     // hash, for the notes of a stored session
  std::optional<EndedConversation> ended = {};  // by this turn
  std::int64_t first_kept_turn = 0;             // turns before it are trimmed; 0: none are

  bool is_new_session() const { return stored_version == 0; }
};

// The current conversation, as the store keeps it after it has ended.
EndedConversation current_conversation(const SessionState& state);

// Appends a message with the next number. `text` and `details` must be redacted.
void add_message(PendingCommit& pending, const TurnScope& scope, Role role, std::string text,
                 MessageDetails details = {});

}  // namespace parley::engine
