// Tested by tests/memory/sqlite_recovery_test.cc.
#include "memory/sqlite/corrupt_database_reader.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "memory/codec.h"
#include "memory/commit_rules.h"
#include "memory/sqlite/reading.h"
#include "memory/sqlite/statements.h"

namespace parley::memory {
namespace {

// Detects the zeros that replace a lost page in a long text.
bool has_hole(std::string_view text) {
  return text.find(std::string_view("\0\0\0\0\0\0\0\0", 8)) != std::string_view::npos;
}

}  // namespace

bool CorruptDatabaseReader::prepare() {
  // Lets SQLite read a file that is shorter than its header says.
  if (!database_.execute("PRAGMA writable_schema = 1")) return false;
  auto version = database_.prepare(sql::kSchemaVersion);
  if (!version) return false;
  {
    Rows rows = version->query();
    if (!rows.next()) return false;
    version_ = rows.number(0);
  }
  auto tables =
      database_.prepare({{next_session_, sql::kNextSession},
                         {next_message_, sql::kNextMessage},
                         {next_turn_, sql::kNextTurn},
                         {session_, has_notes_and_calls() ? sql::kReadWrecked : sql::kReadWreckedVersion1},
                         {messages_, has_details_and_items() ? sql::kReadAllMessages : sql::kReadMessagesBefore3},
                         {turns_, sql::kReadTurns}});
  if (!tables) return false;
  if (has_notes_and_calls() && !database_.prepare({{calls_, sql::kReadCalls}})) return false;
  return !has_details_and_items() ||
         database_.prepare({{items_, sql::kReadItems}, {ended_, sql::kReadEnded}}).has_value();
}

std::set<std::int64_t> CorruptDatabaseReader::sessions() {
  std::set<std::int64_t> ids;
  for (Statement* next : {&next_session_, &next_message_, &next_turn_}) collect(*next, ids);
  return ids;
}

void CorruptDatabaseReader::collect(Statement& next, std::set<std::int64_t>& ids) {
  constexpr std::int64_t kFurthest = std::int64_t{1} << 40;
  std::int64_t at = 0;
  for (std::int64_t step = 1; step < kFurthest;) {
    Rows rows = next.query({at});
    const Result<bool> row = rows.next();
    if (row && !*row) return;
    // In a damaged tree, a search may return an id that is smaller than the requested one.
    if (!row || rows.number(0) < at) {
      if (at > kFurthest) return;
      at += step;
      step *= 2;
      continue;
    }
    const std::int64_t id = rows.number(0);
    ids.insert(id);
    if (id == std::numeric_limits<std::int64_t>::max()) return;
    at = id + 1;
    step = 1;
  }
}

std::optional<SessionRecord> CorruptDatabaseReader::read(std::int64_t session) {
  Result<SessionRecord> record = read_all(session);
  if (!record || !check_record(*record)) return std::nullopt;
  const auto torn = [](const Message& message) { return has_hole(message.text); };
  if (std::any_of(record->messages.begin(), record->messages.end(), torn)) return std::nullopt;
  return std::move(*record);
}

Result<SessionRecord> CorruptDatabaseReader::read_all(std::int64_t session) {
  SessionRecord record;
  {
    Rows rows = session_.query({session});
    const Result<bool> row = rows.next();
    if (!row) return Unexpected(row.error());
    if (!*row) return stale_version();
    const std::string name(rows.text(2));
    Result<SessionState> state = stored_state(database_, name, rows.number(0), rows.text(1));
    if (!state) return Unexpected(state.error());
    record.state = std::move(*state);
    if (const std::string_view json = rows.text(3); !json.empty()) {
      Result<SessionNotes> notes = notes_from_json(json);
      if (!notes) return Unexpected(notes.error());
      record.notes = std::move(*notes);
    }
  }
  auto parts = read_parts(database_, session,
                          {messages_, turns_, has_notes_and_calls() ? &calls_ : nullptr,
                           has_details_and_items() ? &items_ : nullptr, has_details_and_items() ? &ended_ : nullptr},
                          record);
  if (!parts) return Unexpected(parts.error());
  return record;
}

}  // namespace parley::memory
