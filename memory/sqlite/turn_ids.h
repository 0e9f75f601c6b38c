// TurnIds finds the turn with a message id.
//
// The ids of a session's last turns are found by looking at these turns. Whenever kBatch of them are complete, they go
// into an index by the hash of the id. So a turn writes to the index once in kBatch turns, and then to one place of it.
// Equal hashes are no error: the id in the turn's row decides.
//
// Tested by tests/memory/turn_rows_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "memory/sqlite/database.h"
#include "memory/sqlite/turn_reading.h"

namespace parley::memory {

// The same on every machine, because databases keep it.
std::int64_t turn_id_hash(std::string_view message_id);

// Thread-compatible, as its database is. `turns`: the number of the session's last turn.
class TurnIds {
 public:
  static constexpr std::int64_t kBatch = 64;
  explicit TurnIds(Database& database) : database_(database) {}
  Result<void> prepare();

  // Returns the seq of the turn; 0: there is none.
  Result<std::int64_t> find(std::int64_t session, std::int64_t turns, std::string_view message_id);

  // The hashes of the ids that are not in the index.
  using Recent = std::vector<std::int64_t>;
  Result<Recent> recent(std::int64_t session, std::int64_t turns);
  // Whether a turn of a session has this id. `recent` belongs to `turns`.
  Result<bool> has(std::int64_t session, std::int64_t turns, const Recent& recent, std::string_view message_id);

  // Records that turn `seq` is stored. Requires a transaction that writes, if the turn completes a batch.
  Result<void> added(std::int64_t session, std::int64_t seq, std::string_view message_id, Recent& recent);
  // The same for the stored turns of a session that was copied.
  Result<void> added_all(std::int64_t session, std::int64_t turns);

 private:
  static constexpr std::int64_t indexed(std::int64_t turns) { return turns / kBatch * kBatch; }
  Result<void> add_batch(std::int64_t session, std::int64_t first, std::int64_t last);
  Result<std::int64_t> find_indexed(std::int64_t session, std::string_view message_id);
  Result<bool> is_of(std::int64_t session, std::int64_t seq, std::string_view message_id);

  Database& database_;
  Statement ids_, id_of_, find_, insert_, drop_, first_;
};

}  // namespace parley::memory
