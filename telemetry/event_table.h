// The table of events in a SQLite file of its own, and what is done with its rows.
//
// The oldest rows are those with the lowest id. What is forgotten is overwritten where it stood, where SQLite had moved
// it from, and in the log (memory/sqlite/scrub.h).
#pragma once

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

struct EventRow {
  TimeMs at = 0;
  std::int64_t id = 0;  // given by the table
  std::string line;
};

// Not thread-safe.
class EventTable {
 public:
  // kStoreCorrupt for a database with something else in it, kStoreTooNew. Such a file is left as it was.
  static Result<EventTable> open(const std::string& path, int busy_timeout_ms);

  // All or none, and of the rows that there are then, the newest `most`. `now` stands in for the time of a line that
  // has none.
  Result<void> write(const std::vector<std::string>& lines, TimeMs now, std::int64_t most);

  // Some at once; answers with how many, 0 when there are none left. Then what they have left behind is to be scrubbed.
  Result<std::size_t> erase_session(std::string_view hash);
  Result<std::size_t> erase_user(std::string_view hash);
  Result<std::size_t> erase_userless(std::string_view hash);  // events of nobody, in sessions with one of this user
  Result<std::size_t> erase_before(TimeMs before);

  Result<bool> is_scrub_due();
  Result<bool> scrub_more(std::int64_t& from);  // Scrub::go_on

  // The events from `at` on and with a higher id than `behind` where they are of that time, before `until`; by time,
  // some at once, none at the end.
  Result<std::vector<EventRow>> read(TimeMs at, std::int64_t behind, TimeMs until);

 private:
  explicit EventTable(memory::Database database);
  Result<void> prepare();
  template <class Change>
  Result<void> in_transaction(Change change);
  Result<std::size_t> erase(memory::Statement& statement, const memory::Bound& which);

  // The database is where it is for good: statements and the scrub refer to it.
  std::unique_ptr<memory::Database> database_;
  memory::Scrub scrub_;
  memory::Statement insert_, keep_newest_, erase_session_, erase_user_, erase_userless_, erase_before_, read_;
};

}  // namespace parley::telemetry
