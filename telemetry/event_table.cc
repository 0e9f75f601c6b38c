// Tested by tests/telemetry/sqlite_sink_test.cc.
#include "telemetry/event_table.h"

#include <optional>
#include <utility>

#include "memory/sqlite/settings.h"
#include "parley/stores.h"
#include "telemetry/event.h"
#include "telemetry/event_statements.h"

namespace parley::telemetry {
namespace {

using memory::Bound;
using memory::Database;
using memory::Rows;
using memory::Transaction;

constexpr std::int64_t kFormat = 1;                // PRAGMA user_version
constexpr std::int64_t kApplication = 0x70617274;  // PRAGMA application_id, "part"
constexpr std::int64_t kAtOnce = 1'000;            // rows returned by one read
constexpr std::int64_t kErasedAtOnce = 10'000;     // rows erased in one transaction, so that writers do not wait long

constexpr char kCreate[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, stage TEXT NOT NULL,"
    " session TEXT, user TEXT, bot TEXT, line TEXT NOT NULL) STRICT;"
    "CREATE INDEX IF NOT EXISTS events_at ON events (at);"
    "CREATE INDEX IF NOT EXISTS events_session ON events (session) WHERE session IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS events_user ON events (user) WHERE user IS NOT NULL;"
    "CREATE TABLE IF NOT EXISTS scrub (due INTEGER NOT NULL, steps INTEGER NOT NULL) STRICT;"
    "INSERT INTO scrub (due, steps) SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM scrub);"
    "PRAGMA application_id = 1885434484;"
    "PRAGMA user_version = 1;"
    "COMMIT";
static_assert(kApplication == 1885434484 && kFormat == 1, "kCreate contains these numbers");

constexpr memory::ScrubNotes kScrubNotes{"SELECT due FROM scrub", "UPDATE scrub SET due = 1",
                                         "UPDATE scrub SET steps = steps + 1", "UPDATE scrub SET due = 0, steps = 0"};

Result<std::int64_t> number(const Database& database, std::string_view sql) {
  auto statement = database.prepare(sql);
  if (!statement) return Unexpected(statement.error());
  Rows rows = statement->query();
  const Result<bool> row = rows.next();
  if (!row) return Unexpected(row.error());
  return *row ? rows.number(0) : 0;
}

// Checks that the database is empty or holds events. Runs before anything is changed.
Result<void> check_whose(const Database& database) {
  const auto tables = number(database, "SELECT count(*) FROM sqlite_master");
  if (!tables) return Unexpected(tables.error());
  const auto application = number(database, "PRAGMA application_id");
  if (!application) return Unexpected(application.error());
  const auto format = number(database, "PRAGMA user_version");
  if (!format) return Unexpected(format.error());
  if (*application != kApplication) {
    if (*tables == 0 && *application == 0) return {};
    return database.failure(ErrorCode::kStoreCorrupt,
                            "the database contains other data; use a separate file for events");
  }
  if (*format <= kFormat) return {};
  return database.failure(ErrorCode::kStoreTooNew, "the events were written by a newer parley; upgrade parley");
}

std::optional<std::string> none_if_empty(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

}  // namespace

Result<EventTable> EventTable::open(const std::string& path, std::chrono::milliseconds busy_timeout) {
  auto database = Database::open(path, Database::Missing::kCreate, busy_timeout);
  if (!database) return Unexpected(database.error());
  if (auto ours = check_whose(*database); !ours) return Unexpected(ours.error());
  SqliteOptions settings;
  settings.synchronous = SqliteOptions::Synchronous::kNormal;  // a power failure may lose the last events
  settings.busy_timeout = busy_timeout;
  if (auto set = memory::apply_settings(*database, settings); !set) return Unexpected(set.error());
  if (auto created = database->execute(kCreate); !created) return Unexpected(created.error());
  EventTable table(std::move(*database));
  if (auto prepared = table.prepare(); !prepared) return Unexpected(prepared.error());
  return table;
}

EventTable::EventTable(Database database)
    : database_(std::make_unique<Database>(std::move(database))), scrub_(*database_) {}

Result<void> EventTable::prepare() {
  if (auto prepared = scrub_.prepare(kScrubNotes); !prepared) return prepared;
  return database_->prepare({{insert_, sql::kInsert},
                             {keep_newest_, sql::kKeepNewest},
                             {erase_session_, sql::kEraseSession},
                             {erase_user_, sql::kEraseUser},
                             {erase_userless_, sql::kEraseUserless},
                             {erase_before_, sql::kEraseBefore},
                             {read_, sql::kRead}});
}

template <class Change>
Result<void> EventTable::in_transaction(Change change) {
  auto transaction = Transaction::begin(*database_);
  if (!transaction) return Unexpected(transaction.error());
  if (Result<void> changed = change(); !changed) return changed;
  return transaction->commit();
}

Result<void> EventTable::write(const std::vector<std::string>& lines, TimeMs now, std::int64_t most) {
  return in_transaction([&]() -> Result<void> {
    for (const std::string& line : lines) {
      const ReadEvent event(line);
      auto inserted = insert_.run({event.at().value_or(now), event.text("stage"), none_if_empty(event.text("session")),
                                   none_if_empty(event.text("user")), none_if_empty(event.text("bot")), line});
      if (!inserted) return inserted;
    }
    return keep_newest_.run({most});
  });
}

Result<std::size_t> EventTable::erase_session(std::string_view hash) { return erase(erase_session_, hash); }
Result<std::size_t> EventTable::erase_user(std::string_view hash) { return erase(erase_user_, hash); }
Result<std::size_t> EventTable::erase_userless(std::string_view hash) { return erase(erase_userless_, hash); }
Result<std::size_t> EventTable::erase_before(TimeMs before) { return erase(erase_before_, before); }

Result<std::size_t> EventTable::erase(memory::Statement& statement, const Bound& which) {
  std::int64_t erased = 0;
  auto done = in_transaction([&]() -> Result<void> {
    if (auto run = statement.run({which, kErasedAtOnce}); !run) return run;
    erased = database_->changes();
    return erased > 0 ? scrub_.note_due() : Result<void>();
  });
  if (!done) return Unexpected(done.error());
  return static_cast<std::size_t>(erased);
}

Result<bool> EventTable::is_scrub_due() { return scrub_.is_due(); }
Result<bool> EventTable::scrub_more(std::int64_t& from) { return scrub_.go_on(from); }

Result<std::vector<EventRow>> EventTable::read(TimeMs at, std::int64_t after, TimeMs until) {
  std::vector<EventRow> found;
  Rows rows = read_.query({at, after, until, kAtOnce});
  auto read = rows.each([&](const Rows& row) {
    found.push_back({row.number(0), row.number(1), std::string(row.text(2))});
  });
  if (!read) return Unexpected(read.error());
  return found;
}

}  // namespace parley::telemetry
