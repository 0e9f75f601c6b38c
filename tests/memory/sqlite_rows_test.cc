// Tests the rows of a conversation in a SQLite file against the requirements on the schema (docs/memory.md).
#include <catch2/catch.hpp>

#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;

TEST_CASE("X27: a turn with its messages is a row, and the row of the session holds no message text") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation conversation("s1");
  const test::RawSqlite raw(path);
  const auto commit = [&] { REQUIRE((*store)->commit(conversation.next("xyzzy?", "xyzzy!").commit())); };
  const auto largest = [&] { return raw.number("SELECT max(length(state) + length(notes)) FROM session"); };
  for (int i = 0; i < 10; ++i) commit();
  const std::int64_t after_ten_turns = largest();
  for (int i = 0; i < 80; ++i) commit();
  CHECK(raw.number("SELECT count(*) FROM session") == 1);
  CHECK(raw.number("SELECT count(*) FROM turn") == 90);
  CHECK(raw.number("SELECT count(*) FROM session WHERE instr(state, 'xyzzy') > 0") == 0);
  CHECK(largest() <= after_ten_turns + 10);  // numbers in the row may get longer by some digits
  CHECK((*store)->messages("s1", 2)->front().seq == 179);
}

TEST_CASE("X81: an item's bytes are stored as a blob, not as text") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation conversation("s1");
  const PreparedCommit written = conversation.next("hello", "hi");
  REQUIRE((*store)->commit(written.commit()));
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  REQUIRE((*store)->change_items({"s1", written.state.created_at, {{"topic:p1", 1, 0, bytes}}, {}}));
  const test::RawSqlite raw(path);
  CHECK(raw.text("SELECT typeof(bytes) FROM item") == "blob");
  CHECK(raw.number("SELECT length(bytes) FROM item") == 256);
  CHECK((*store)->item("s1", "topic:p1")->value().bytes == bytes);
}

TEST_CASE("F19: the message count is a column of the session, and a list reads no message") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  {
    const auto store = open_sqlite_store(path);
    REQUIRE(store);
    Conversation conversation("s1");
    for (int i = 0; i < 3; ++i) REQUIRE((*store)->commit(conversation.next("hello", "hi").commit()));
  }
  const test::RawSqlite raw(path);
  CHECK(raw.number("SELECT messages FROM session") == 6);
  raw.run("UPDATE session SET messages = 41");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  CHECK((*store)->list({})->front().messages == 41);
  CHECK((*store)->summary("s1")->value().messages == 41);
}

TEST_CASE("F111: a store opened by path uses a write-ahead log") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation conversation("s1");
  REQUIRE((*store)->commit(conversation.next("hello", "hi").commit()));
  CHECK(std::filesystem::file_size(path + "-wal") > 0);
  CHECK(test::RawSqlite(path).text("PRAGMA journal_mode") == "wal");
}

TEST_CASE(
    "F112: the row of a session has the open question and the last intent, and its state has the params and the plan") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation conversation("s1");
  PreparedCommit written = conversation.next("refund order 48213", "Why?");
  Frame frame;
  frame.intent = "refund", frame.plan = ++written.state.plans;
  frame.params["order"].value = "O-48213";
  written.state.frames = {frame};
  written.state.last_intent = "refund";
  PendingInput waiting;
  waiting.awaited = AskedParam{"reason", {}}, waiting.intent = "refund", waiting.plan = frame.plan;
  waiting.asked_at = written.state.updated_at;
  written.state.waiting = waiting;
  REQUIRE((*store)->commit(written.commit()));
  const test::RawSqlite raw(path);
  CHECK(raw.text("SELECT waiting_for_param FROM session") == "reason");
  CHECK(raw.text("SELECT last_intent FROM session") == "refund");
  // The state has a compact form, in which the open intents are JSON (memory/state_form.h).
  CHECK(raw.number("SELECT instr(state, '\"params\":{\"order\":{\"value\":\"O-48213\"') > 0 FROM session") == 1);
  CHECK(raw.number("SELECT instr(state, '\"plan\":" + std::to_string(frame.plan) + "') > 0 FROM session") == 1);
  CHECK(raw.number("SELECT count(*) FROM turn WHERE instr(body, 'refund order 48213') AND instr(body, 'Why?')") == 1);
}

TEST_CASE("F113: a session's items are found by an index and erased with it") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sqlite_store(path);
  REQUIRE(store);
  Conversation conversation("s1");
  PreparedCommit written = conversation.next("hello", "hi");
  conformance::fill_with_everything(written);
  REQUIRE((*store)->commit(written.commit()));
  REQUIRE((*store)->change_items({"s1", written.state.created_at, {{"summary", 1, 0, "{}"}}, {}}));
  const test::RawSqlite raw(path);
  // Selects each table that has a foreign key to the sessions.
  const std::string belonging =
      "SELECT group_concat(name, ' ') FROM (SELECT DISTINCT name FROM sqlite_schema, pragma_foreign_key_list(name)"
      " WHERE type = 'table' ORDER BY name)";
  CHECK(raw.text(belonging) == "call item label turn_id");
  for (const std::string table : {"call", "label", "item"}) {
    INFO(table);
    REQUIRE(raw.number("SELECT count(*) FROM " + table) > 0);
    CHECK(raw.text("SELECT \"table\" || ' ' || on_delete FROM pragma_foreign_key_list('" + table + "')") ==
          "session CASCADE");
    CHECK(raw.number("SELECT count(*) FROM pragma_index_list('" + table +
                     "') AS i, pragma_index_info(i.name) AS c "
                     "WHERE c.seqno = 0 AND c.name = 'session'") == 1);
  }
  for (const std::string table : {"turn_id"}) {
    CHECK(raw.text("SELECT on_delete FROM pragma_foreign_key_list('" + table + "')") == "CASCADE");
  }
  // Deleting a session with SQL also deletes all of its rows: turns by a trigger, all others by their foreign keys.
  REQUIRE(raw.number("SELECT count(*) FROM turn") == 1);
  raw.run("PRAGMA foreign_keys = ON; DELETE FROM session");
  for (const std::string table : {"session", "turn", "turn_id", "call", "label", "item"}) {
    INFO(table);
    CHECK(raw.number("SELECT count(*) FROM " + table) == 0);
  }
}

TEST_CASE("F113: lists of sessions by last update and of messages by age use an index") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  REQUIRE(open_sqlite_store(path));
  const test::RawSqlite raw(path);
  const auto columns = [&](const std::string& index) {
    return raw.text("SELECT group_concat(name, ' ') FROM pragma_index_info('" + index + "')");
  };
  CHECK(columns("session_by_hour") == "archived hour");
  CHECK(columns("sqlite_autoindex_session_1") == "archived name");
  // Turns are stored in order, by session and number, so no other index is needed.
  CHECK(columns("sqlite_autoindex_turn_id_1") == "session hash seq");
}
