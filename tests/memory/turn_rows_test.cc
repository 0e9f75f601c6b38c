// Tests the rows of turns in a SQLite store: pages of messages, ids of messages, trimming, at sizes where the rows
// are searched and ids are indexed.
#include <catch2/catch.hpp>

#include "memory/sqlite/turn_ids.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"
#include "tests/memory/faulty_vfs.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/temp_folder.h"

using namespace parley;
using conformance::Conversation;
using conformance::PreparedCommit;
using memory::TurnIds;

namespace {

// A turn of every third number has no message, and of every fifth four.
PreparedCommit next_turn(Conversation& conversation) {
  PreparedCommit written = conversation.peek("hello", "hi");
  const std::int64_t seq = written.turn.turn.seq;
  if (seq % 3 == 0) {
    written.messages.clear();
    written.state.messages -= 2;
  } else if (seq % 5 == 0) {
    for (int more = 0; more < 2; ++more) {
      written.messages.push_back({++written.state.messages, seq, Role::kAssistant, "more", written.state.updated_at});
    }
  }
  conversation = Conversation::resume(written.state);
  return written;
}

}  // namespace

TEST_CASE("pages of messages begin and end at any message of any turn") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const auto store = *open_sqlite_store(folder.file("a.db"));
  const auto memory = create_memory_store();
  Conversation conversation("s1"), beside("s2");
  for (int turn = 0; turn < 40; ++turn) {
    const PreparedCommit written = next_turn(conversation);
    REQUIRE(store->commit(written.commit()));
    REQUIRE(memory->commit(written.commit()));
    REQUIRE(store->commit(next_turn(beside).commit()));
  }
  const std::int64_t last = conversation.state().messages;
  for (std::int64_t before = 0; before <= last + 2; ++before) {
    for (const std::size_t limit : {0, 1, 5, 1000}) {
      INFO(before << ", " << limit);
      CHECK(*store->messages("s1", limit, before) == *memory->messages("s1", limit, before));
    }
  }
}

TEST_CASE("a message id is processed once, however many turns follow, and its turn is found") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  auto store = *open_sqlite_store(path);
  Conversation conversation("s1");
  constexpr int kTurns = 2 * TurnIds::kBatch + 10;
  const test::RawSqlite raw(path);
  for (int turn = 1; turn <= kTurns; ++turn) {
    if (turn % 50 == 0) store = *open_sqlite_store(path);
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    CHECK(raw.number("SELECT count(*) FROM turn_id") == turn / TurnIds::kBatch * TurnIds::kBatch);
  }
  const auto other = *open_sqlite_store(path);
  for (const auto& each : {store, other}) {
    for (int turn = 1; turn <= kTurns; ++turn) {
      const auto found = *each->find_turn("s1", "m" + std::to_string(turn));
      REQUIRE(found);
      CHECK(found->turn.seq == turn);
      const auto again = conversation.peek("hello", "hi", "m" + std::to_string(turn));
      CHECK(each->commit(again.commit()).error().code == ErrorCode::kStaleVersion);
    }
    CHECK_FALSE(each->find_turn("s1", "m0")->has_value());
    CHECK_FALSE(each->find_turn("s1", "")->has_value());
  }
  REQUIRE(other->commit(conversation.next("hello", "hi").commit()));
}

TEST_CASE("the ids of trimmed turns are free again, and leave the index with the next batch") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = *open_sqlite_store(path);
  Conversation conversation("s1");
  for (int turn = 1; turn <= 3 * TurnIds::kBatch; ++turn) {
    PreparedCommit written = conversation.next("hello number" + std::to_string(turn), "hi");
    if (turn > 10) conversation.trim(written, turn - 9);
    REQUIRE(store->commit(written.commit()));
    if (turn == 100) REQUIRE(store->search({"number95", 10, ""})->size() == 1);
  }
  const test::RawSqlite raw(path);
  CHECK(raw.number("SELECT count(*) FROM turn") == 10);
  CHECK(raw.number("SELECT count(*) FROM turn_id") == 11);  // the last batch came before the last trimming
  CHECK(store->search({"number95", 10, ""})->empty());
  CHECK(store->search({"number190", 10, ""})->size() == 1);
  CHECK_FALSE(store->find_turn("s1", "m100")->has_value());
  CHECK(store->find_turn("s1", "m190")->has_value());
  CHECK(*store->messages("s1", 100) == conversation.kept());
  REQUIRE(store->commit(conversation.next("hello", "hi", "m100").commit()));
  CHECK(store->find_turn("s1", "m100")->value().turn.seq == 3 * TurnIds::kBatch + 1);
}

TEST_CASE("two message ids with the same hash are two ids") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = *open_sqlite_store(path);
  Conversation conversation("s1");
  for (int turn = 1; turn <= TurnIds::kBatch; ++turn) {
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  }
  // As if "m3" and "new" had the hash of "m5".
  const auto hash = [](const char* id) { return std::to_string(memory::turn_id_hash(id)); };
  test::RawSqlite(path).run("UPDATE turn_id SET hash = " + hash("new") + " WHERE seq IN (3, 5)");
  CHECK_FALSE(store->find_turn("s1", "new")->has_value());
  REQUIRE(store->commit(conversation.next("hello", "hi", "new").commit()));
  CHECK(store->find_turn("s1", "new")->value().turn.seq == TurnIds::kBatch + 1);
}

TEST_CASE("a copied session finds its turns by id") {
  const test::FaultyVfs quick_disk;
  const test::TempFolder folder;
  const auto store = *open_sqlite_store(folder.file("a.db")), copy = *open_sqlite_store(folder.file("b.db"));
  Conversation conversation("s1");
  for (int turn = 1; turn <= TurnIds::kBatch + 5; ++turn) {
    REQUIRE(store->commit(next_turn(conversation).commit()));
  }
  const auto record = store->record("s1")->value();
  REQUIRE(copy->put(record));
  CHECK(copy->record("s1")->value().messages == record.messages);
  for (int turn = 1; turn <= TurnIds::kBatch + 5; ++turn) {
    CHECK(copy->find_turn("s1", "m" + std::to_string(turn))->value().turn.seq == turn);
  }
}

TEST_CASE("the hash of a message id is the same in every version") {
  CHECK(static_cast<std::uint64_t>(memory::turn_id_hash("")) == 0xcbf29ce484222325);
  CHECK(static_cast<std::uint64_t>(memory::turn_id_hash("a")) == 0xaf63dc4c8601ec8c);
}
