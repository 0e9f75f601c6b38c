// Writes the turns of a session.
//
// Tested by tests/memory/turn_rows_test.cc.
#pragma once

#include <string_view>
#include <vector>

#include "memory/sqlite/database.h"
#include "memory/sqlite/turn_ids.h"
#include "parley/store.h"

namespace parley::memory {

// Thread-compatible, as its database is. All functions require a transaction that writes.
class TurnWriting {
 public:
  explicit TurnWriting(Database& database) : database_(database) {}
  Result<void> prepare();

  // Stores a turn that the session does not have, with the body of turn_body().
  Result<void> insert(std::int64_t session, const StoredTurn& turn, std::int64_t first_message, std::string_view body);
  // Replaces an incomplete turn, and appends the messages to it. kStaleVersion, without a change: the turn is complete
  // or has another id.
  Result<void> replace(std::int64_t session, const StoredTurn& turn, const std::vector<Message>& messages);
  Result<void> insert_all(std::int64_t session, const SessionRecord& record);
  // Removes the turns before `first_kept`.
  Result<void> trim(std::int64_t session, std::int64_t first_kept);
  Result<void> erase(std::int64_t session) { return trim(session, kMaxMessages); }

 private:
  Database& database_;
  Statement insert_, find_, replace_, trim_;
};

}  // namespace parley::memory
