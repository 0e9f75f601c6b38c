// Tests that migration 8 finds the sessions that a person has.
#include "memory/sqlite/handoff_migration.h"

#include <catch2/catch.hpp>

#include "memory/codec.h"
#include "memory/state_form.h"
#include "parley/stores.h"
#include "tests/conformance/snapshot.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using test::RawSqlite;

namespace {

std::string hex_of_bytes(const std::string& bytes) {
  std::string hex;
  for (const char byte : bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(byte) >> 4];
    hex += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return hex;
}

std::string set_state(const std::string& session, const std::string& bytes) {
  return "UPDATE session SET state = x'" + hex_of_bytes(bytes) + "' WHERE name = '" + session + "';";
}

SessionQuery of_persons() {
  SessionQuery query;
  query.handed_off = true;
  query.archived = SessionQuery::Archived::kToo;
  return query;
}

}  // namespace

TEST_CASE("a session of an older database that a person has is listed as handed off") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  RawSqlite(path).run(test::bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_7.sql"));
  // The states as version 7 stored them.
  const std::string copy = folder.file("copy.db");
  RawSqlite(copy).run(test::bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_7.sql"));
  const auto states = *open_sqlite_store(copy);
  const auto handed_off = [&](const std::string& session) {
    SessionState state = **states->load(session);
    state.handed_off = HandedOff{"requested", 1767225600007, 1, false, {}};
    return state;
  };
  std::string json;
  memory::append_state_json(json, handed_off("web:5"));
  SessionState mentions = **states->load("web:2");
  mentions.last_result = Value::Object{{"handed_off", "no"}};
  RawSqlite(path).run(set_state("web:3", memory::state_form(handed_off("web:3"))) +  // is archived
                      set_state("web:5", json) +                                     // of a version before 6
                      set_state("web:2", memory::state_form(mentions)) +
                      set_state("web:6", "damaged \"handed_off\":{}"));

  const auto store = *open_sqlite_store(path);
  CHECK(conformance::listed(*store, of_persons()) == conformance::Names{"web:3", "web:5"});
  CHECK((*store->summary("web:5"))->handed_off == HandoffInfo{"requested", 1767225600007});
  CHECK_FALSE((*store->summary("web:2"))->handed_off);
  CHECK(store->load("web:6").error().code == ErrorCode::kStoreCorrupt);
  CHECK(store->load("web:2")->value() == mentions);
  CHECK(RawSqlite(path).text("PRAGMA integrity_check") == "ok");
}

TEST_CASE("the migration finds more sessions than one page of it has") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  {
    const auto store = *open_sqlite_store(path);
    for (int i = 0; i < 2100; ++i) {
      auto written = conformance::Conversation("s" + std::to_string(i)).next("help", "One moment.");
      written.state.handed_off = HandedOff{"requested", 5, 1, false, {}};
      if (i == 7) written.state.handed_off.reset();
      REQUIRE(store->put({written.state, {}, written.messages, {written.turn}, {}}));
    }
  }
  RawSqlite(path).run(
      "DELETE FROM label; ALTER TABLE session DROP COLUMN handed_off; DELETE FROM migration WHERE version = 8");
  const auto store = *open_sqlite_store(path);
  SessionQuery query = of_persons();
  query.limit = conformance::kAll;
  CHECK(store->list(query)->size() == 2099);
}
