// Tested by tests/memory/encrypted_databases_test.cc.
#include "memory/sqlite/encryption_mark.h"

#include <string>

#include "memory/codec.h"
#include "memory/sqlite/files.h"
#include "memory/sqlite/keys.h"
#include "memory/state_form.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kEncrypted = 0x70617273;  // "pars"

Result<std::int64_t> number(const Database& database, const char* sql) {
  auto statement = database.prepare(sql);
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  if (const Result<bool> row = rows.next(); !row) return Unexpected(row.error());
  return rows.number(0);
}

void look_at(std::string_view form, Outside& outside) {
  const auto state = state_from_form(form);
  std::string json;
  if (state) append_state_json(json, *state);
  outside.look_at(state ? json : form);
}

}  // namespace

Result<Outside> look_outside(const Database& database, const std::string& path) {
  Outside outside;
  const auto mark = number(database, "PRAGMA application_id");
  if (!mark) return Unexpected(mark.error());
  outside.is_marked = *mark == kEncrypted;
  outside.has_keys = file_exists(sqlite_keys_path(path));
  const auto tables = number(database, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'session'");
  if (!tables) return Unexpected(tables.error());
  if (*tables == 0) return outside;
  for (const char* sql :
       {"SELECT state FROM session ORDER BY id LIMIT ?1", "SELECT state FROM session ORDER BY id DESC LIMIT ?1"}) {
    auto statement = database.prepare(sql);
    if (!statement) return Unexpected(statement.error());
    auto read = statement->query({kMaxExamined}).each([&](const Rows& row) { look_at(row.bytes(0), outside); });
    if (!read) return Unexpected(read.error());
  }
  return outside;
}

Result<void> mark_encrypted(const Database& database) {
  return database.execute("PRAGMA application_id = " + std::to_string(kEncrypted));
}

}  // namespace parley::memory
