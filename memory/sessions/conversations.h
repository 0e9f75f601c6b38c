// Finds the beginning of the current conversation of a session, and removes earlier conversations from a record.
#pragma once

#include <cstdint>

#include "parley/store.h"

namespace parley::memory {

// Returns the seq of the first message of this turn or a later turn. The session has the messages `above` + 1 to
// `newest`. Returns `newest` + 1 if no such message exists. Messages are ordered by turn, so a binary search finds it.
Result<std::int64_t> first_message_of_turn(TurnStore& store, const std::string& session, std::int64_t turn,
                                           std::int64_t above, std::int64_t newest);

// Returns the seq of the first message of the current conversation, or the next seq if it has none.
Result<std::int64_t> first_message(TurnStore& store, const SessionState& state);

// Returns whether this session has the conversation, or had it before. A later session of the same name does not.
Result<bool> has_conversation(TurnStore& store, const SessionState& session, const std::string& continuation_id);

// Keeps only the parts of the record that belong to the current conversation.
void drop_ended_conversations(SessionRecord& record);

// Returns whether the stored state says that the conversation is over, because of an `end` event or the stored expiry
// time.
bool is_over(const SessionState& state, TimeMs now);

}  // namespace parley::memory
