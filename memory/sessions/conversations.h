// The conversations of a session: where the current one begins, and a record without those before it.
#pragma once

#include <cstdint>

#include "parley/store.h"

namespace parley::memory {

// The seq of the first message of this turn or of a later one, of a session that has the messages `above` + 1 to
// `newest`; above `newest` when there is none. Messages come in the order of their turns, so a few reads find it.
Result<std::int64_t> first_message_of_turn(SessionStore& store, const std::string& session, std::int64_t turn,
                                           std::int64_t above, std::int64_t newest);

// The same of the current conversation.
Result<std::int64_t> first_message(SessionStore& store, const SessionState& state);

// Leaves of the record what belongs to the current conversation.
void drop_ended_conversations(SessionRecord& record);

// By what is stored with the state: an `end` event, or the time that the bot's policy gave it.
bool is_over(const SessionState& state, TimeMs now);

}  // namespace parley::memory
