// CorruptDatabaseReader reads as much as possible of a damaged database, of any schema version ever shipped.
//
// An unreadable page destroys some sessions and leaves the other sessions intact. The reader therefore searches for
// each id separately. After a failure, the next search starts at a higher id.
#pragma once

#include <optional>
#include <set>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

class CorruptDatabaseReader {
 public:
  explicit CorruptDatabaseReader(Database& database) : database_(database) {}
  // Returns false if not even the schema is readable.
  bool prepare();

  // Returns the ids of all sessions that occur in any table.
  std::set<std::int64_t> sessions();
  // Returns an empty optional if the session is incomplete.
  std::optional<SessionRecord> read(std::int64_t session);

 private:
  static void collect(Statement& next, std::set<std::int64_t>& ids);
  Result<SessionRecord> read_all(std::int64_t session);
  bool has_notes_and_calls() const { return version_ >= 2; }
  bool has_details_and_items() const { return version_ >= 3; }

  Database& database_;
  Statement next_session_, next_message_, next_turn_;
  Statement session_, messages_, turns_, calls_, items_, ended_;
  std::int64_t version_ = 0;  // the version of the database's schema
};

}  // namespace parley::memory
