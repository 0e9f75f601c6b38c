// A damaged database, of any version that was ever shipped, to be read as far as it can be.
//
// The idea: a page that cannot be read takes some sessions with it and no others. So every read is a search of its own;
// where it fails, the next one begins a little further on.
#pragma once

#include <optional>
#include <set>

#include "memory/sqlite/database.h"
#include "parley/store.h"

namespace parley::memory {

class CorruptDatabaseReader {
 public:
  explicit CorruptDatabaseReader(Database& database) : database_(database) {}
  // False: not even its schema can be read.
  bool prepare();

  // Of all sessions that some table speaks of.
  std::set<std::int64_t> sessions();
  // None: not all of it is there.
  std::optional<SessionRecord> read(std::int64_t session);

 private:
  static void collect(Statement& next, std::set<std::int64_t>& ids);
  Result<SessionRecord> read_all(std::int64_t session);
  bool has_notes_and_calls() const { return version_ >= 2; }
  bool has_details_and_items() const { return version_ >= 3; }

  Database& database_;
  Statement next_session_, next_message_, next_turn_;
  Statement session_, messages_, turns_, calls_, items_, ended_;
  std::int64_t version_ = 0;  // of its schema
};

}  // namespace parley::memory
