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
  return prepare_rows().has_value();
}

Result<void> CorruptDatabaseReader::prepare_rows() {
  std::vector<const char*> next = {sql::kNextSession};
  if (has_turns_with_messages()) next.push_back(sql::kNextSessionOfTurn);
  if (!has_turns_with_messages()) next.insert(next.end(), {sql::kNextMessage, sql::kNextTurn});
  for (const char* sql : next) {
    auto statement = database_.prepare(sql);
    if (!statement) return Unexpected(statement.error());
    next_.push_back(std::move(*statement));
  }
  auto done = has_turns_with_messages() ? turns_.prepare() : old_turns_.prepare(has_details_and_items());
  if (!done) return done;
  done = database_.prepare({{session_, has_notes_and_calls() ? sql::kReadWrecked : sql::kReadWreckedVersion1}});
  if (done && has_notes_and_calls()) done = database_.prepare({{calls_, sql::kReadCalls}});
  if (done && has_details_and_items()) {
    done = database_.prepare({{items_, sql::kReadItems}, {ended_, sql::kReadEnded}});
  }
  return done;
}

std::set<std::int64_t> CorruptDatabaseReader::sessions() {
  std::set<std::int64_t> ids;
  for (Statement& next : next_) collect(next, ids);
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
  if (session < 1 || session >= kMaxSessionId) return std::nullopt;
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
    Result<SessionState> state = stored_state(database_, name, rows.number(0), rows.bytes(1));
    if (!state) return Unexpected(state.error());
    record.state = std::move(*state);
    if (const std::string_view json = rows.text(3); !json.empty()) {
      Result<SessionNotes> notes = notes_from_json(json);
      if (!notes) return Unexpected(notes.error());
      record.notes = std::move(*notes);
    }
  }
  auto turns = has_turns_with_messages() ? turns_.all(session, record) : old_turns_.all(session, record);
  if (!turns) return Unexpected(turns.error());
  auto parts = read_parts(database_, session,
                          {has_notes_and_calls() ? &calls_ : nullptr, has_details_and_items() ? &items_ : nullptr,
                           has_details_and_items() ? &ended_ : nullptr},
                          record);
  if (!parts) return Unexpected(parts.error());
  return record;
}

}  // namespace parley::memory
