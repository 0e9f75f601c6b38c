// Tests that migration 6 keeps the turns of sessions of any length, and that damaged rows do not stop it.
#include "memory/sqlite/turn_migration.h"

#include <catch2/catch.hpp>

#include "memory/sqlite/turn_ids.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using test::RawSqlite;

namespace {

// Writes the sample sessions of schema version 5, and changes them with SQL.
std::shared_ptr<SessionStore> migrated(const std::string& path, const std::string& sql) {
  RawSqlite(path).run(test::bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_5.sql"));
  RawSqlite(path).run(sql);
  auto store = open_sqlite_store(path);
  if (!store) FAIL(store.error().to_string());
  CHECK(RawSqlite(path).text("PRAGMA integrity_check") == "ok");
  return *store;
}

std::vector<std::string> texts_of(SessionStore& store, const std::string& session) {
  std::vector<std::string> texts;
  for (const Message& message : *store.messages(session, 1000)) texts.push_back(message.text);
  return texts;
}

}  // namespace

TEST_CASE("a long session of an older database keeps every turn under its message id") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const int turns = 3 * static_cast<int>(memory::TurnIds::kBatch) + 7;
  const auto store = migrated(
      path, "WITH RECURSIVE n (t) AS (SELECT 3 UNION ALL SELECT t + 1 FROM n WHERE t < " + std::to_string(turns) +
                ") INSERT INTO turn SELECT 5, 'm' || t, t, 1, '{\"status\":\"done\"}' FROM n;"
                "WITH RECURSIVE n (t) AS (SELECT 3 UNION ALL SELECT t + 1 FROM n WHERE t < " +
                std::to_string(turns) +
                ") INSERT INTO message SELECT 5, t + 2, t, 'user', 1, 'number ' || t, '' FROM n;"
                "UPDATE session SET turns = " +
                std::to_string(turns) + " WHERE id = 5");
  REQUIRE(RawSqlite(path).text("SELECT name FROM session WHERE id = 5") == "web:6");
  for (int turn = 1; turn <= turns; ++turn) {
    const auto found = *store->find_turn("web:6", "m" + std::to_string(turn));
    REQUIRE(found);
    CHECK(found->turn.seq == turn);
  }
  const auto texts = texts_of(*store, "web:6");
  CHECK(texts.size() == static_cast<std::size_t>(turns) + 2);
  CHECK(texts.back() == "number " + std::to_string(turns));
  CHECK(store->messages("web:6", 1, 101)->front().text == "number 98");
  CHECK(RawSqlite(path).number("SELECT count(*) FROM turn_id") == turns / memory::TurnIds::kBatch * 64);
}

TEST_CASE("rows that cannot be read do not stop the migration, and other sessions are unchanged") {
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = migrated(path,
                              "DELETE FROM turn WHERE session = 1;"                           // web:1
                              "UPDATE message SET role = 'oracle' WHERE session = 2;"         // web:2
                              "UPDATE turn SET answer = '{}' WHERE session = 4;"              // web:5
                              "UPDATE session SET state = '{' WHERE id = 4;"                  //
                              "UPDATE message SET turn = 9 WHERE session = 5 AND seq >= 3");  // web:6
  CHECK(texts_of(*store, "web:1") == std::vector<std::string>{"I want my money back", "What's your order ID?"});
  CHECK_FALSE(store->find_turn("web:1", "id-1")->has_value());
  CHECK(store->record("web:1").error().code == ErrorCode::kStoreCorrupt);

  CHECK(store->messages("web:2", 10).error().code == ErrorCode::kStoreCorrupt);
  CHECK(RawSqlite(path).number("SELECT count(*) FROM turn WHERE instr(body, 'refund it') > 0") == 1);

  CHECK(texts_of(*store, "web:5") == std::vector<std::string>{"more shoes", "Not indexed yet."});
  const auto turn = store->find_turn("web:5", "m1");
  REQUIRE_FALSE(turn);
  CHECK(turn.error().message.find("turn: status: missing") != std::string::npos);
  CHECK(store->load("web:5").error().message.find("not valid JSON") != std::string::npos);

  CHECK(texts_of(*store, "web:6") ==
        std::vector<std::string>{"good morning", "Good morning.", "good evening", "Good evening."});
  CHECK(store->find_turn("web:6", "m2")->value().turn.seq == 2);

  CHECK(store->record("web:3").has_value());
  CHECK(store->search({"shoes", 10, ""})->size() == 3);
  CHECK(*store->erase({{"web:1"}, {"web:2"}, {"web:5"}, {"web:6"}}) == 4);
  CHECK(store->search({"shoes", 10, ""})->size() == 2);
  CHECK(RawSqlite(path).number("SELECT count(*) FROM turn") == 2);
}

TEST_CASE("turns of no session, and numbers that no turn can have, are refused and change nothing") {
  for (const char* sql :
       {"PRAGMA foreign_keys = 0; INSERT INTO message VALUES (99, 1, 1, 'user', 0, 'of nobody', '')",
        "PRAGMA foreign_keys = 0; INSERT INTO turn VALUES (1 << 50, 'm1', 1, 1, '{}')",
        "UPDATE turn SET seq = 1 << 24 WHERE session = 4", "UPDATE message SET turn = 0 WHERE session = 4"}) {
    INFO(sql);
    const test::TempFolder folder;
    const std::string path = folder.file("a.db");
    const RawSqlite raw(path);
    raw.run(test::bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_5.sql"));
    raw.run(sql);
    const auto refused = open_sqlite_store(path);
    if (refused) {
      CHECK(texts_of(**refused, "web:5").size() == 2);  // a message of no turn goes into the next one
      continue;
    }
    CHECK(refused.error().code == ErrorCode::kStoreCorrupt);
    CHECK(raw.number("SELECT max(version) FROM migration") == 5);
    CHECK(raw.number("SELECT count(*) FROM message") > 0);
  }
}
