// Converts rows to the types of the store interface. Returns kStoreCorrupt if values contradict each other.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "memory/postgres/connection.h"
#include "parley/store.h"

namespace parley::memory::postgres {

// Columns, from `column` on: seq, turn, role, at_ms, text, details.
Result<Message> read_message(const Rows& rows, int row, int column = 0);

// Columns: seq, complete, answer.
Result<StoredTurn> read_turn(const Rows& rows, int row, std::string_view session, std::string_view message_id);

// Columns: version, state.
Result<SessionState> read_state(const Rows& rows, int row, std::string_view session);

// Columns, from `column` on: title, user_hash, tags, metadata, archived_ms.
Result<SessionNotes> read_notes(const Rows& rows, int row, int column);

// Columns: call_id, tool, turn, status, idempotency_key, started_ms, ended_ms.
Result<CallRecord> read_call(const Rows& rows, int row);

// Columns: version, expires_ms, bytes.
Item read_item(const Rows& rows, int row, std::string_view name);

// Reads the columns of sql::kSelectSummaries. kOmit: the result has no notes if they are unreadable.
enum class BadNotes { kFail, kOmit };
Result<SessionInfo> read_session_info(const Rows& rows, int row, BadNotes bad_notes);

// Reads each row with `read(row)`. Returns the first error, if any.
template <class Read>
auto read_all(const Rows& rows, const Read& read) {
  using Each = std::decay_t<decltype(*read(0))>;
  std::vector<Each> all;
  all.reserve(static_cast<std::size_t>(rows.count()));
  for (int row = 0; row < rows.count(); ++row) {
    auto one = read(row);
    if (!one) return Result<std::vector<Each>>(Unexpected(one.error()));
    all.push_back(std::move(*one));
  }
  return Result<std::vector<Each>>(std::move(all));
}

}  // namespace parley::memory::postgres
