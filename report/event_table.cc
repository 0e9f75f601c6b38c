// Reads the table of events that a SQLite sink writes. Each row holds a line as in an event file. The rows are in the
// order of arrival.
#include "memory/sqlite/database.h"
#include "parley/report.h"

namespace parley {

Result<void> ReportBuilder::add_table(const std::string& path,
                                      const std::function<void(std::int64_t done, std::int64_t of)>& progress) {
  constexpr std::int64_t kStep = 10'000;
  constexpr std::chrono::seconds kBusyTimeout(5);
  auto database = memory::Database::open(path, memory::Database::Missing::kFailAndOnlyRead, kBusyTimeout);
  if (!database) return Unexpected(database.error());
  auto reading = memory::Transaction::begin_reading(*database);
  if (!reading) return Unexpected(reading.error());

  std::int64_t of = 0, done = 0;
  auto count = database->prepare("SELECT COUNT(id) FROM events");
  if (!count) return database->failure(ErrorCode::kInvalidRequest, "has no table of events");
  if (auto counted = count->query().each([&](const memory::Rows& row) { of = row.number(0); }); !counted)
    return counted;
  auto lines = database->prepare("SELECT line FROM events ORDER BY id");
  if (!lines) return database->failure(ErrorCode::kInvalidRequest, "has no table of events");
  return lines->query().each([&](const memory::Rows& row) {
    (void)add(row.text(0));  // a line that is not an event is counted in Report::not_events
    if (progress && ++done % kStep == 0) progress(done, of);
  });
}

}  // namespace parley
