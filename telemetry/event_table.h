// EventTable stores events in a table of its own SQLite file.
//
// The oldest rows have the lowest ids. Erased text is overwritten in the rows and in the write-ahead log. The copies
// that SQLite leaves when it moves rows are overwritten, too (memory/sqlite/scrub.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memory/sqlite/database.h"
#include "memory/sqlite/scrub.h"
#include "parley/clock.h"
#include "parley/result.h"

namespace parley::telemetry {

// A stored event.
struct EventRow {
  TimeMs at = 0;
  std::int64_t id = 0;  // assigned by the table
  std::string line;
};

// Not thread-safe.
class EventTable {
 public:
  // Opens or creates the file. Returns kStoreCorrupt if the database holds something other than events, and
  // kStoreTooNew if a newer parley wrote it. In both cases the file is unchanged.
  static Result<EventTable> open(const std::string& path, std::chrono::milliseconds busy_timeout);

  // Writes all lines in one transaction, then deletes all but the newest `most` rows. A line without a time gets `now`.
  Result<void> write(const std::vector<std::string>& lines, TimeMs now, std::int64_t most);

  // Each call erases a limited number of rows and returns how many; 0 means all are erased. Afterwards the caller must
  // call scrub_more().
  Result<std::size_t> erase_session(std::string_view hash);
  Result<std::size_t> erase_user(std::string_view hash);
  // Erases the events that name no user, in sessions that also have events of this user.
  Result<std::size_t> erase_userless(std::string_view hash);
  Result<std::size_t> erase_before(TimeMs before);

  Result<bool> is_scrub_due();
  Result<bool> scrub_more(std::int64_t& from);  // see Scrub::go_on()

  // Returns a limited number of events, ordered by time and id. Their time is in [at, until). Events at exactly `at`
  // are returned only if their id is greater than `after`. An empty result means the end.
  Result<std::vector<EventRow>> read(TimeMs at, std::int64_t after, TimeMs until);

 private:
  explicit EventTable(memory::Database database);
  Result<void> prepare();
  template <class Change>
  Result<void> in_transaction(Change change);
  Result<std::size_t> erase(memory::Statement& statement, const memory::Bound& which);

  // On the heap, because the statements and the scrub keep its address, even when the table object is moved.
  std::unique_ptr<memory::Database> database_;
  memory::Scrub scrub_;
  memory::Statement insert_, keep_newest_, erase_session_, erase_user_, erase_userless_, erase_before_, read_;
};

}  // namespace parley::telemetry
