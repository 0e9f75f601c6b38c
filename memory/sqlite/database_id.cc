// Tested by tests/memory/sqlite_moved_files_test.cc.
#include "memory/sqlite/database_id.h"

#include <cstdint>
#include <string>

#include "base/hash.h"

namespace parley::memory {
namespace {

// Returns a positive number: SQLite shows the number with a sign, and 0 means unset.
std::int32_t random_id() {
  std::uint32_t id = 0;
  for (const char byte : base::random_bytes(4)) id = id << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int32_t>((id & 0x7FFFFFFF) | 1);
}

Result<bool> has_id(const Database& database) {
  auto statement = database.prepare("PRAGMA user_version");
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
  return rows.number(0) != 0;
}

}  // namespace

Result<void> ensure_database_id(Database& database) {
  const auto had = has_id(database);
  if (!had) return Unexpected(had.error());
  if (*had) return {};
  auto transaction = Transaction::begin(database);
  if (!transaction) return Unexpected(transaction.error());
  const auto has = has_id(database);  // another process may have set the id
  if (!has) return Unexpected(has.error());
  if (!*has) {
    if (auto given = database.execute("PRAGMA user_version = " + std::to_string(random_id())); !given) return given;
  }
  if (auto done = transaction->commit(); !done) return done;
  // The header is read from the file, not from the log. If another process prevents the checkpoint, the id reaches the
  // file later.
  if (auto copied = database.execute("PRAGMA wal_checkpoint(PASSIVE)"); !copied) return copied;
  return database.check_not_overwritten();
}

}  // namespace parley::memory
