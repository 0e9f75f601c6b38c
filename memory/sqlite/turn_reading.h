// Reads the turns of a session, and the messages in them.
//
// A turn is a row of its own, found by session id and number (0006_turns.sql). Messages have numbers of their own. The
// row with a message is found by a binary search, because both numbers grow together.
//
// Tested by tests/memory/turn_rows_test.cc.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

constexpr std::int64_t kMaxMessages = std::int64_t{1} << 24;  // of a session; also the most turns
constexpr std::int64_t kMaxSessionId = std::int64_t{1} << 39;

// The id of the turn, and of the message in the search index. A session's ids follow each other.
constexpr std::int64_t place_of(std::int64_t session, std::int64_t seq) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(session) * kMaxMessages) + seq;
}

// Thread-compatible, as its database is. Functions that take a session id need a transaction if the caller found the id
// by a statement of its own.
class TurnReading {
 public:
  explicit TurnReading(Database& database) : database_(database) {}
  Result<void> prepare();

  Result<std::optional<StoredTurn>> turn(std::int64_t session, std::int64_t seq, std::string_view name,
                                         std::string_view message_id);
  // The newest messages with a seq below `before`, the oldest first.
  Result<std::vector<Message>> messages(std::int64_t session, std::size_t limit, std::int64_t before);
  // Calls take(message) for the messages from `first` to `last`, in order, until it returns false or an error.
  using Take = std::function<Result<bool>(const Message&)>;
  Result<void> each_message(std::int64_t session, std::int64_t first, std::int64_t last, const Take& take);
  // The turns from `first` on, the oldest first, at most `limit` of them. `first` and `last` are turns that a session
  // may have: 0 to kMaxMessages - 1.
  Result<std::vector<StoredTurn>> turns(std::int64_t session, std::string_view name, std::int64_t first,
                                        std::size_t limit);
  // The messages of the turns from `first` to `last`, the oldest first.
  Result<std::vector<Message>> turn_messages(std::int64_t session, std::int64_t first, std::int64_t last);
  // Appends all turns and messages.
  Result<void> all(std::int64_t session, SessionRecord& record);

  struct Place {
    std::int64_t seq = 0;  // 0: there is no such turn
    std::int64_t first_message = 0;
  };
  // The first turn from `seq` on.
  Result<Place> from(std::int64_t session, std::int64_t seq);

 private:
  Result<Place> last_until(std::int64_t session, std::int64_t seq);
  // The last turn whose first message is at most `message`.
  Result<Place> turn_of(std::int64_t session, std::int64_t message);

  Database& database_;
  Statement turn_, turns_, turns_backward_, from_, last_until_;
};

// Reports the error with the file's name.
Unexpected damaged_turn(const Database& database, const Error& error);

}  // namespace parley::memory
