// Tests encrypted stores: they meet the store contract, and their data is unreadable without a key.
#include "memory/encryption/sealed_store.h"

#include <filesystem>
#include <functional>

#include "memory/sqlite/keys.h"
#include "memory/state_form.h"
#include "memory/turn_body.h"
#include "tests/conformance/store_conformance.h"
#include "tests/memory/postgres_database.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/test_master_keys.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;
using test::bytes_of;
using test::encrypted_options;
using test::has_postgres;
using test::master_keys;
using test::open_sealed;
using test::PostgresDatabase;
using test::RawPostgres;
using test::RawSqlite;

namespace {

constexpr char kCanary[] = "xyzzycanary";

// Returns a commit with the canary in every field that can contain a user's text.
PreparedCommit full_of_canaries(Conversation& conversation) {
  PreparedCommit written = conversation.next(kCanary, std::string("say ") + kCanary, "m1");
  SessionState& state = written.state;
  Frame frame;
  frame.intent = "refund";
  frame.params["order_id"] = {kCanary, 1};
  frame.saved = {{"saved", kCanary}};
  state.frames = {frame};
  PendingInput waiting;
  waiting.intent = "refund";
  waiting.awaited = AskedParam{"reason", {{"reason", kCanary, kCanary}}};
  state.waiting = waiting;
  state.params["name"] = {kCanary, 1};
  state.last_result = kCanary;
  state.queue = {{"track", {{"order_id", {kCanary, 1}}}, {}, {}, false, {}}};
  Turn& turn = written.turn.turn;
  turn.params = {{"order_id", kCanary}};
  turn.steps = {AskUser{"reason", kCanary, 1, {kCanary}}};
  turn.explain = kCanary;
  written.notes = {kCanary, "0123abcd", {"gold"}, {{"note", kCanary}}, 0};
  return written;
}

bool anything_holds(const test::TempFolder& folder, const std::string& text) {
  std::size_t read = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    const std::string bytes = bytes_of(file.path().string());
    if (bytes.find(text) != std::string::npos) return true;
    read += bytes.size();
  }
  REQUIRE(read > 0);
  return false;
}

std::string hex_of(const std::string& bytes) {
  std::string hex;
  for (const char byte : bytes) {
    for (const int shift : {4, 0}) hex += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 15];
  }
  return hex;
}

}  // namespace

TEST_CASE("a sealed SQLite store meets the store contract") {
  static int made = 0;
  const test::TempFolder folder;
  const std::string path = folder.file(std::to_string(++made) + ".db");
  conformance::StoreUnderTest sealed;
  sealed.fresh = [&] { return open_sealed(path); };
  sealed.reopen = [&] { return open_sealed(path); };
  conformance::check_store(sealed);
}

TEST_CASE("a sealed PostgreSQL store meets the store contract", "[postgres]") {
  if (!has_postgres()) return;
  static const PostgresDatabase database;
  PostgresOptions options;
  options.encryption = master_keys({"a"});
  static const auto migrated = database.open(options);
  static const RawPostgres raw(database.uri());
  conformance::StoreUnderTest sealed;
  sealed.fresh = [&] {
    raw.run(
        "DELETE FROM session; DELETE FROM message; DELETE FROM turn; DELETE FROM call; DELETE FROM item; DELETE FROM "
        "tombstone; DELETE FROM ended; DELETE FROM conversation_tombstone");
    return database.open(options);
  };
  sealed.reopen = [&] { return database.open(options); };
  conformance::check_store(sealed);
}

TEST_CASE("a hand-off that an older version sealed is read, and listed from the next turn on") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  Conversation conversation("s1");
  PreparedCommit first = conversation.peek("a person, please", "One moment.");
  first.state.handed_off = HandedOff{"requested", 5, 1, true, ToolOutcome::ok("private")};
  conversation = Conversation::resume(first.state);
  REQUIRE(open_sealed(path)->commit(first.commit()));

  // Takes the unsealed hand-off out of the stored state, because versions before schema 8 stored none.
  const std::string hex = RawSqlite(path).text("SELECT hex(state) FROM session");
  std::string form;
  for (std::size_t i = 0; i < hex.size(); i += 2) form += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  auto outside = memory::state_from_form(form);
  REQUIRE(outside);
  REQUIRE(outside->handed_off);
  CHECK_FALSE(outside->handed_off->outcome);
  outside->handed_off.reset();
  RawSqlite(path).run("UPDATE session SET handed_off = NULL, state = x'" + hex_of(memory::state_form(*outside)) +
                      "'; DELETE FROM label");

  const auto store = open_sealed(path);
  SessionQuery query;
  query.handed_off = true;
  CHECK(store->load("s1")->value() == first.state);
  CHECK(conformance::listed(*store, query).empty());
  REQUIRE(store->commit(conversation.next("hello?", "").commit()));
  CHECK(conformance::listed(*store, query) == conformance::Names{"s1"});
}

TEST_CASE("a sealed state shows only the kind of its open question and the param, and is read with the rest") {
  const ToolCall call{"call-1", "orders.find", {{"order", kCanary}}, kCanary};
  const std::vector<Choice> choices = {{"reason", kCanary, kCanary}};
  const PendingInput::Awaited kinds[] = {
      AskedParam{"reason", choices},
      AskedConfirmation(),
      AskedChange(),
      AskedChoice{choices},
      ToolWait{StepPlace::parse("2.then.1").value(), call, RunningCall{kCanary, 5}},
      ToolWait{ToolWait::Check{"reason", {{kCanary, kCanary}}}, call, {}},
      ToolWait{ToolWait::LookUp{"reason"}, call, {}},
  };
  for (const PendingInput::Awaited& awaited : kinds) {
    const test::TempFolder folder;
    Conversation conversation("s1");
    PreparedCommit written = full_of_canaries(conversation);
    written.state.waiting->awaited = awaited;
    const auto store = open_sealed(folder.file("sessions.db"));
    REQUIRE(store->commit(written.commit()));
    CHECK_FALSE(anything_holds(folder, kCanary));
    CHECK(store->load("s1")->value() == written.state);
  }
}

TEST_CASE("the files of a sealed store contain no readable conversation") {
  const test::TempFolder folder;
  const auto store = open_sealed(folder.file("sessions.db"));
  Conversation conversation("s1");
  const PreparedCommit first = full_of_canaries(conversation);
  REQUIRE(store->commit(first.commit()));
  CHECK(store->search({kCanary, 10, {}})->size() == 2);
  Conversation copied("s2");
  const PreparedCommit other = full_of_canaries(copied);
  REQUIRE(store->put({other.state, *other.notes, other.messages, {other.turn}, {}}));
  REQUIRE(*store->annotate("s1", *first.notes));
  CHECK_FALSE(anything_holds(folder, kCanary));
  CHECK(anything_holds(folder, "sealed1:"));

  // The columns that lists need are not encrypted.
  const auto summary = **store->summary("s1");
  CHECK(summary.waiting_for_param == "reason");
  CHECK(summary.notes == *first.notes);
  CHECK(test::mode_of(folder.file("sessions.db.keys")) == 0600);
}

TEST_CASE("X47: a copy made before a session was erased is no longer readable") {
  const test::TempFolder folder, backups;
  const std::string path = folder.file("sessions.db"), copy = backups.file("sessions.db");
  Conversation conversation("s1"), stays("s2");
  {
    const auto store = open_sealed(path);
    REQUIRE(store->commit(full_of_canaries(conversation).commit()));
    REQUIRE(store->commit(stays.next("hello", "hi").commit()));
  }
  std::filesystem::copy_file(path, copy);
  {
    const auto store = open_sealed(path);
    REQUIRE(*conformance::erase(*store, {"s1"}) == 1);
  }
  std::filesystem::copy_file(path + ".keys", copy + ".keys");
  CHECK(RawSqlite(copy).number("SELECT count(*) FROM session") == 2);
  const auto restored = open_sealed(copy);
  CHECK_FALSE(restored->record("s1")->has_value());
  CHECK(restored->messages("s1", 10)->empty());
  CHECK_FALSE(restored->summary("s1")->has_value());
  CHECK(restored->list({})->size() == 1);
  CHECK_FALSE(restored->load("s1")->has_value());
  conformance::require_unknown(*restored, "s1");
  CHECK(restored->messages("s2", 10)->size() == 2);
  CHECK(RawSqlite(copy + ".keys").number("SELECT count(*) FROM session_key WHERE master <> ''") == 1);
}

TEST_CASE("pruning a session destroys its key, and a session that continued keeps its key") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sealed(path);
  Conversation gone("gone"), stays("stays");
  REQUIRE(store->commit(gone.next("hello", "hi").commit()));
  REQUIRE(store->commit(stays.next("hello", "hi").commit()));
  REQUIRE(store->commit(stays.next("and", "on").commit()));
  CHECK(*store->erase({{"gone", 1, 0}, {"stays", 1, 0}}) == 1);
  CHECK(RawSqlite(path + ".keys").number("SELECT count(*) FROM session_key WHERE master <> ''") == 1);
  CHECK(store->messages("stays", 10)->size() == 4);
}

TEST_CASE("a refused commit leaves no key") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  const auto store = open_sealed(path);
  Conversation conversation("s1"), late("s1");
  REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  conformance::require_refused(store->commit(late.next("me too", "no").commit()), ErrorCode::kStaleVersion);
  conformance::require_refused(store->put(conformance::some_record("s1")), ErrorCode::kSessionExists);
  CHECK(RawSqlite(path + ".keys").number("SELECT count(*) FROM session_key") == 1);
  CHECK(store->messages("s1", 10)->size() == 2);
}

TEST_CASE("an encrypted store opens only with keys, and an unencrypted store only without keys") {
  const test::TempFolder folder;
  const std::string plain = folder.file("plain.db"), sealed = folder.file("sealed.db"), empty = folder.file("empty.db");
  Conversation conversation("s1"), other("s1");
  REQUIRE((*open_sqlite_store(plain))->commit(conversation.next("hello", "hi").commit()));
  REQUIRE(open_sealed(sealed)->commit(other.next("hello", "hi").commit()));
  REQUIRE(open_sqlite_store(empty));

  const auto with_keys = open_sqlite_store(plain, encrypted_options());
  CHECK(with_keys.error().code == ErrorCode::kInvalidRequest);
  CHECK(with_keys.error().message.find("not encrypted") != std::string::npos);
  const auto without = open_sqlite_store(sealed);
  CHECK(without.error().code == ErrorCode::kInvalidRequest);
  CHECK(without.error().message.find("master keys") != std::string::npos);
  CHECK(open_sqlite_store(empty, encrypted_options()));

  for (const auto& wrong : {master_keys({"a"}, 'x'), master_keys({"b"})}) {
    const auto opened = open_sqlite_store(sealed, encrypted_options(wrong));
    CHECK(opened.error().code == ErrorCode::kStoreUnavailable);
  }
}

TEST_CASE("an encrypted PostgreSQL store opens only with keys, and an unencrypted PostgreSQL store only without keys",
          "[postgres]") {
  if (!has_postgres()) return;
  PostgresOptions sealed;
  sealed.encryption = master_keys({"a"});
  Conversation conversation("s1"), other("s1");
  const PostgresDatabase one, another;
  REQUIRE(one.open()->commit(conversation.next("hello", "hi").commit()));
  CHECK(open_postgres_store(one.uri(), sealed).error().code == ErrorCode::kInvalidRequest);
  REQUIRE(another.open(sealed)->commit(other.next(kCanary, "hi").commit()));
  CHECK(open_postgres_store(another.uri()).error().code == ErrorCode::kInvalidRequest);
  CHECK(*rewrap_postgres_keys(another.uri(), master_keys({"b", "a"})) == 1);
  sealed.encryption = master_keys({"b"});
  CHECK(another.open(sealed)->messages("s1", 1)->size() == 1);
}

TEST_CASE("a sealed store refuses data that was not sealed for its place in the store") {
  struct Case {
    const char* what;
    std::string sql;
    std::function<Result<void>(SessionStore&)> read;
  };
  const auto load = [](SessionStore& store) -> Result<void> {
    const auto state = store.load("s1");
    return state ? Result<void>() : Unexpected(state.error());
  };
  const auto read_messages = [](SessionStore& store) -> Result<void> {
    const auto messages = store.messages("s1", 10);
    return messages ? Result<void>() : Unexpected(messages.error());
  };
  const auto find_turn = [](SessionStore& store) -> Result<void> {
    const auto turn = store.find_turn("s1", "m1");
    return turn ? Result<void>() : Unexpected(turn.error());
  };
  // The state as a store without encryption would keep it, with the sealed text of the stored one.
  const std::string put_other_count =
      "UPDATE session SET state = CAST('{\"session\":\"s1\",\"version\":1,\"bytes\":1,\"last_result\":\"' ||"
      " substr(state, instr(state, CAST('sealed1:' AS BLOB)),"
      " instr(substr(state, instr(state, CAST('sealed1:' AS BLOB))), x'22') - 1) || '\"}' AS BLOB)";
  const auto plain = Conversation("s1").next("hello", "hi");
  const std::string put_plain =
      "UPDATE turn SET body = x'" + hex_of(memory::turn_body({1, 1}, plain.messages, plain.turn)) + "'";
  for (const Case& c : {
           Case{"a plain message", put_plain, read_messages},
           Case{"another session's message", "UPDATE turn SET body = (SELECT body FROM turn WHERE id = (2 << 24) + 2)",
                read_messages},
           Case{"a message at another place", "UPDATE turn SET first_message = 2", read_messages},
           Case{"a state with another count", put_other_count, load},
           Case{"a plain answer", put_plain, find_turn},
           Case{"another session's answer", "UPDATE turn SET body = (SELECT body FROM turn WHERE id = (2 << 24) + 2)",
                find_turn},
       }) {
    INFO(c.what);
    const test::TempFolder folder;
    const std::string path = folder.file("sessions.db");
    const auto store = open_sealed(path);
    Conversation conversation("s1"), other("s2");
    REQUIRE(store->commit(full_of_canaries(conversation).commit()));
    for (int turn = 0; turn < 2; ++turn) REQUIRE(store->commit(other.next("hello", "hi").commit()));
    REQUIRE(c.read(*store));
    RawSqlite(path).run(c.sql);
    conformance::require_refused(c.read(*store), ErrorCode::kStoreCorrupt);
  }
}

TEST_CASE(
    "an erase that was interrupted after the key was destroyed is finished when a session of that name starts again") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db"), before = folder.file("before.db");
  Conversation conversation("s1");
  REQUIRE(open_sealed(path)->commit(full_of_canaries(conversation).commit()));
  std::filesystem::copy_file(path, before);
  REQUIRE(*conformance::erase(*open_sealed(path), {"s1"}) == 1);
  std::filesystem::rename(
      before, path);  // restores the rows of the session; the key file still records that its key was destroyed
  const auto store = open_sealed(path);
  CHECK_FALSE(store->load("s1")->has_value());
  CHECK_FALSE(store->record("s1")->has_value());
  CHECK(RawSqlite(path).number("SELECT count(*) FROM session") == 1);  // reading does not finish the erase
  Conversation restarted("s1");
  REQUIRE(store->commit(restarted.next("hello", "hi").commit()));
  CHECK(store->messages("s1", 10)->size() == 2);
}

TEST_CASE("master keys are rotated while a store is open, and the old key can be removed") {
  const test::TempFolder folder;
  const std::string path = folder.file("sessions.db");
  Conversation conversation("s1"), later("s2");
  const auto before = open_sealed(path, master_keys({"a"}));
  REQUIRE(before->commit(conversation.next("hello", "hi").commit()));
  CHECK(rewrap_sqlite_keys(folder.file("other.db"), master_keys({"b"})).error().code == ErrorCode::kFileUnreadable);
  CHECK(*rewrap_sqlite_keys(path, master_keys({"b", "a"})) == 1);
  CHECK(*rewrap_sqlite_keys(path, master_keys({"b", "a"})) == 0);
  REQUIRE(before->commit(conversation.next("still", "here").commit()));
  const auto after = open_sealed(path, master_keys({"b"}));
  CHECK(after->messages("s1", 10)->size() == 4);
  REQUIRE(after->commit(later.next("hello", "hi").commit()));
}
