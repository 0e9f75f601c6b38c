// Tests reading the event table that a sink writes to a SQLite file.
#include <catch2/catch.hpp>

#include "memory/sqlite/database.h"
#include "tests/memory/temp_folder.h"
#include "tests/report/telemetry_lines.h"

using namespace parley;
using memory::Database;

namespace {

constexpr const char* kTable =
    "CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, stage TEXT NOT NULL, session TEXT NOT NULL, "
    "user TEXT NOT NULL, bot TEXT NOT NULL, line TEXT NOT NULL)";

Database open(const std::string& path) {
  auto database = Database::open(path, Database::Missing::kCreate, std::chrono::seconds(1));
  REQUIRE(database);
  return std::move(*database);
}

void put(Database& database, std::int64_t id, const std::string& line) {
  auto insert = database.prepare("INSERT INTO events VALUES (?1, 0, '', '', '', '', ?2)");
  REQUIRE(insert);
  REQUIRE(insert->run({id, line}));
}

}  // namespace

TEST_CASE("a table's events are read in order of arrival, and invalid ones are counted") {
  const test::TempFolder folder;
  const std::string path = folder.file("events.db");
  {
    Database database = open(path);
    REQUIRE(database.execute(kTable));
    const auto lines = test::lines_of({"a", 1, test::kMonday, {"start x", "done x"}, "done"});
    std::int64_t id = 10;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) put(database, id--, *line);
    put(database, 20, "no event");
  }
  ReportBuilder builder;
  REQUIRE(builder.add_table(path));
  const Report report = builder.finish();
  CHECK(report.events == 4);
  CHECK(report.not_events == 1);
  CHECK(report.turns == 1);
  REQUIRE(report.intents.size() == 1);
  CHECK(report.intents[0].completed == 1);
}

TEST_CASE("a missing file and a file without the table are errors that name the file") {
  const test::TempFolder folder;
  ReportBuilder builder;
  const auto missing = builder.add_table(folder.file("none.db"));
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message.find("none.db") != std::string::npos);
  {
    Database database = open(folder.file("other.db"));
    REQUIRE(database.execute("CREATE TABLE things (id INTEGER PRIMARY KEY)"));
  }
  const auto other = builder.add_table(folder.file("other.db"));
  REQUIRE_FALSE(other);
  CHECK(other.error().code == ErrorCode::kInvalidRequest);
  CHECK(other.error().message.find("no table of events") != std::string::npos);
  CHECK(builder.finish().events == 0);
}
