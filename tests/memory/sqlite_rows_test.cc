// How a conversation lies in a SQLite file: what the seed documents ask of the schema (docs/memory.md).
#include <catch2/catch.hpp>

#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/files.h"
#include "tests/memory/raw_sqlite.h"

using namespace parley;
using conformance::Conversation;
using conformance::Written;

TEST_CASE("X27: a message is a row, and the session's own row holds nothing of what was said") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation talk("s1");
  const test::RawSqlite raw(path);
  const auto commit = [&] { REQUIRE((*store)->commit(talk.next("xyzzy?", "xyzzy!").commit())); };
  const auto largest = [&] { return raw.number("SELECT max(length(state) + length(notes)) FROM session"); };
  for (int i = 0; i < 10; ++i) commit();
  const std::int64_t after_ten_turns = largest();
  for (int i = 0; i < 80; ++i) commit();
  CHECK(raw.number("SELECT count(*) FROM session") == 1);
  CHECK(raw.number("SELECT count(*) FROM message") == 180);
  CHECK(raw.number("SELECT count(*) FROM turn") == 90);
  CHECK(raw.number("SELECT count(*) FROM session WHERE state LIKE '%xyzzy%'") == 0);
  CHECK(largest() <= after_ten_turns + 10);  // a digit here and there
  CHECK((*store)->messages("s1", 2)->front().seq == 179);
}

TEST_CASE("F113: what belongs to a session is found by an index, and goes with it") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation talk("s1");
  Written written = talk.next("hello", "hi");
  conformance::fill_with_everything(written);
  REQUIRE((*store)->commit(written.commit()));
  const test::RawSqlite raw(path);
  for (const std::string table : {"message", "turn", "call", "label"}) {
    INFO(table);
    REQUIRE(raw.number("SELECT count(*) FROM " + table) > 0);
    CHECK(raw.text("SELECT \"table\" || ' ' || on_delete FROM pragma_foreign_key_list('" + table + "')") ==
          "session CASCADE");
    CHECK(raw.number("SELECT count(*) FROM pragma_index_list('" + table +
                     "') AS i, pragma_index_info(i.name) AS c "
                     "WHERE c.seqno = 0 AND c.name = 'session'") == 1);
  }
  REQUIRE((*store)->erase({{"s1", 0, 0}}));
  for (const std::string table : {"session", "message", "turn", "call", "label"}) {
    INFO(table);
    CHECK(raw.number("SELECT count(*) FROM " + table) == 0);
  }
}
