// The stored form of a turn: its messages and its answer as one sequence of bytes (base/byte_codec.h).
//
// The messages come first, so that the answer refers to their texts. Values and details are JSON inside of it. The
// export and the turn protocol show a turn as JSON (memory/codec.h).
//
// Invariants
//   1. Lossless, with the exception of codec.h: a number that is not finite becomes null.
//   2. Bytes that were changed are kStoreCorrupt, and the message quotes none of them.
//   3. The first byte is the number of the form. A form never changes, because databases keep it: a changed form gets a
//      new number, and old ones stay readable.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/message.h"
#include "parley/result.h"
#include "parley/turn_store.h"

namespace parley::memory {

// What identifies a turn, and has columns of its own.
struct TurnPlace {
  std::int64_t seq = 0;
  std::int64_t first_message = 0;  // the seq of its first message, or of the next one if it has none
};

// Returns the body of a turn with these messages, which belong to it. Their numbers need not be without gaps.
// `complete` has a column of its own.
std::string turn_body(const TurnPlace& place, const std::vector<Message>& messages, const StoredTurn& stored);

// The same for a turn of an older database whose answer cannot be read. `json` is kept as it is; empty: there is none.
std::string turn_body_unread(const TurnPlace& place, const std::vector<Message>& messages, std::string_view json);

// The same if not even its messages can be read. `text` is kept, and every read of the body is an error.
std::string turn_body_lost(std::string_view text);

Result<std::vector<Message>> messages_in_body(std::string_view body, const TurnPlace& place);
// Returns the turn without `complete`, which the caller sets.
Result<StoredTurn> answer_in_body(std::string_view body, const TurnPlace& place, std::string_view session,
                                  std::string_view message_id);

}  // namespace parley::memory
