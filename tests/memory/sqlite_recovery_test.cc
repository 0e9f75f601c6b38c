// Tests the recovery of damaged files. Recovery never overwrites a damaged file, never crashes, and recovers every
// intact session.
#include <cstring>
#include <random>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory/sessions/heirs.h"
#include "tests/memory/faulty_vfs.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/sample_sessions.h"
#include "tests/memory/temp_folder.h"
#include "tests/memory/test_master_keys.h"
#include "tests/torture/test_scale.h"

using namespace parley;
using conformance::Conversation;
using test::bytes_of;
using test::kPage;
using test::RawSqlite;
using test::TempFolder;

namespace {

constexpr int kSessions = 40;

SqliteOptions quick() {
  SqliteOptions options;
  options.synchronous = SqliteOptions::Synchronous::kNormal;
  return options;
}

std::string name_of_session(int number) { return "s" + std::to_string(number); }

// Stores short and long messages, so that some fill whole pages.
void write_sessions(SessionStore& store) {
  for (int i = 0; i < kSessions; ++i) {
    Conversation conversation(name_of_session(i));
    for (int turn = 0; turn < 3; ++turn) {
      auto written = conversation.next("hello number " + std::to_string(i), std::string(turn == 1 ? 3000 : 300, 'a'));
      written.calls = {{"call-" + std::to_string(turn), "tool", turn + 1, CallRecord::Status::kDone, "key", 1, 2}};
      REQUIRE(store.commit(written.commit()));
    }
    if (i % 5 == 0) REQUIRE(*store.annotate(name_of_session(i), SessionNotes{"title", "u", {"tag"}, {}, 0}));
  }
  REQUIRE_FALSE(store.search({"number", 1, ""})->empty());
}

struct Comparison {
  int unchanged = 0;
  int changed = 0;
};

std::vector<SessionRecord> records_of(SessionStore& store) {
  std::vector<SessionRecord> all;
  for (int i = 0; i < kSessions; ++i) all.push_back(**store.record(name_of_session(i)));
  return all;
}

Comparison compare(SessionStore& salvaged, const std::vector<SessionRecord>& original) {
  Comparison result;
  for (const SessionRecord& before : original) {
    const auto after = salvaged.record(before.state.session);
    REQUIRE(after);
    if (*after) ++(test::same_record(**after, before) ? result.unchanged : result.changed);
  }
  return result;
}

}  // namespace

TEST_CASE("a damaged file keeps its bytes, and its intact sessions are recovered", "[long]") {
  const test::FaultyVfs quick_disk;
  const TempFolder folder;
  const std::string good = folder.file("good.db");
  { write_sessions(**open_sqlite_store(good, quick())); }
  const std::string bytes = bytes_of(good);
  const std::vector<SessionRecord> original = records_of(**open_sqlite_store(good, quick()));
  const std::size_t pages = bytes.size() / kPage;
  REQUIRE(pages > 50);

  std::mt19937 random(1);
  const int tried = torture::scaled(300, 100);  // fewer under a sanitizer
  int intact_in_all = 0, variants = 0;
  for (int variant = 0; variant < tried; ++variant) {
    std::string damaged = bytes;
    const std::size_t page = variant % 8 == 0 ? random() % 8 : random() % pages;
    const int kind = variant % 3;
    if (kind == 0) {
      std::memset(&damaged[page * kPage], 0, kPage);
    } else if (kind == 1) {
      damaged.resize(page * kPage + (variant % 2 ? 0 : 100));
    } else {
      for (int i = 0; i < 40; ++i) damaged[page * kPage + random() % kPage] ^= static_cast<char>(1 + random() % 255);
    }
    INFO("variant " << variant << ", page " << page);
    const std::string path = folder.file("damaged.db");
    test::write_bytes(path, damaged);

    std::vector<StoreEvent> events;
    SqliteOptions options = quick();
    options.on_event = [&](const StoreEvent& event) { events.push_back(event); };
    const auto report = salvage_sqlite(path, options);
    if (!report) {
      // Nothing but a part of the first page is left.
      CHECK(report.error().code == ErrorCode::kInvalidRequest);
      CHECK(damaged.size() < kPage);
      CHECK(bytes_of(path) == damaged);
    } else {
      ++variants;
      CHECK(bytes_of(report->quarantine) == damaged);
      REQUIRE(events.size() == 2);
      CHECK(events[0].kind == StoreEvent::Kind::kQuarantined);
      CHECK(events[0].path == report->quarantine);
      CHECK(events[1].sessions == report->sessions);
      CHECK(events[1].lost == report->lost);
      const auto store = open_sqlite_store(path, quick());
      REQUIRE(store);
      const Comparison result = compare(**store, original);
      CHECK(result.unchanged + result.changed == report->sessions);
      // Recovery may not detect changed letters, but it detects a missing page.
      CHECK(result.changed <= (kind == 2 ? 12 : 0));
      intact_in_all += result.unchanged;
      std::filesystem::remove(report->quarantine);
    }
    std::filesystem::remove(path);
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path + suffix);
  }
  CHECK(variants > tried * 94 / 100);
  // One damaged page leaves most sessions intact. A file cut at a random page keeps about half of its sessions.
  CHECK(intact_in_all > variants * kSessions / 2);
}

// Recovery reads the rows without the schema, and learns from it only which items a session had. While the schema fits
// in the first page, only damage to that page costs this knowledge.
TEST_CASE("the schema of every version fits in the first page, so that recovery finds the tables") {
  const TempFolder folder;
  for (int version = 0; version <= 8; ++version) {  // 0: a new database; otherwise a database of this schema version
    const std::string name = "schema_" + std::to_string(version) + ".sql";
    const std::string path = folder.file(name + ".db");
    if (version > 0) test::RawSqlite(path).run(bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/" + name));
    REQUIRE(open_sqlite_store(path));
    const test::RawSqlite database(path);
    const auto pages = database.number("SELECT count(*) FROM dbstat WHERE name = 'sqlite_schema'");
    const auto left = database.number("SELECT sum(unused) FROM dbstat WHERE name = 'sqlite_schema'");
    INFO("the schema of a database that began as version "
         << version << " takes " << pages << " pages, with " << left
         << " bytes left on them. Shorten the SQL of the new "
         << "migration: move comments out of the statements, use short names, add a row instead of a table.");
    CHECK(pages == 1);
  }
}

// Returns the numbers of the pages below the root of a table, in order. The root must be an inner b-tree page.
std::vector<std::size_t> children_of(const std::string& bytes, std::size_t root) {
  const std::size_t page = (root - 1) * kPage;
  const auto number = [&](std::size_t at, std::size_t size) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return value;
  };
  REQUIRE(number(page, 1) == 5);
  std::vector<std::size_t> children;
  for (std::size_t cell = 0; cell < number(page + 3, 2); ++cell) {
    children.push_back(number(page + number(page + 12 + 2 * cell, 2), 4));
  }
  return children;
}

TEST_CASE("recovery terminates when damaged pages repeat the rows of a table") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  constexpr int kMany = 200;
  {
    const auto store = *open_sqlite_store(path, quick());
    for (int i = 0; i < kMany; ++i) {
      Conversation conversation(name_of_session(i));
      REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    }
  }
  const auto root =
      static_cast<std::size_t>(RawSqlite(path).number("SELECT rootpage FROM sqlite_schema WHERE name = 'session'"));
  std::string bytes = bytes_of(path);
  const std::vector<std::size_t> leaves = children_of(bytes, root);
  REQUIRE(leaves.size() >= 4);
  // After this damage, a search for an id that was on a later page finds an id of the first page.
  for (std::size_t i = 1; i < 3; ++i) {
    bytes.replace((leaves[i] - 1) * kPage, kPage, bytes.substr((leaves[0] - 1) * kPage, kPage));
  }
  test::write_bytes(path, bytes);
  const auto report = salvage_sqlite(path, quick());
  REQUIRE(report);
  CHECK(report->sessions > 0);
  CHECK(report->sessions < kMany);
}

TEST_CASE("recovery includes a session that is only in the write-ahead log, and keeps the log") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  {
    const auto store = *open_sqlite_store(folder.file("live.db"), quick());
    Conversation conversation("s1");
    REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    for (const char* suffix : {"", "-wal"}) std::filesystem::copy(folder.file("live.db") + suffix, path + suffix);
  }
  REQUIRE_FALSE(bytes_of(path + "-wal").empty());
  const std::string file = bytes_of(path), log = bytes_of(path + "-wal");
  const auto report = salvage_sqlite(path);
  REQUIRE(report);
  CHECK(report->sessions == 1);
  CHECK(report->lost == 0);
  CHECK(bytes_of(report->quarantine) == file);
  CHECK(bytes_of(report->quarantine + "-wal") == log);
  CHECK((*(*open_sqlite_store(path))->load("s1"))->turns == 1);
}

TEST_CASE("a damaged file is refused and stays unchanged unless recovery is requested") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  { write_sessions(**open_sqlite_store(path, quick())); }
  std::string damaged = bytes_of(path);
  damaged.resize(damaged.size() / 10 * 9);  // some of the turns are gone
  test::write_bytes(path, damaged);
  const auto refused = open_sqlite_store(path);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kStoreCorrupt);
  CHECK(bytes_of(path) == damaged);

  SqliteOptions options = quick();
  options.on_damage = SqliteOptions::OnDamage::kSalvage;
  std::vector<StoreEvent> events;
  options.on_event = [&](const StoreEvent& event) { events.push_back(event); };
  {
    const auto store = open_sqlite_store(path, options);
    REQUIRE(store);
    REQUIRE(events.size() == 2);
    CHECK(events[1].sessions > 0);
    CHECK(events[1].lost > 0);
    CHECK((*store)->counts(0)->sessions == events[1].sessions);
  }
  CHECK(bytes_of(path + ".damaged-1") == damaged);
  CHECK(test::mode_of(path) == 0600);
  REQUIRE(open_sqlite_store(path, options));
  CHECK(events.size() == 2);

  // A second recovery does not overwrite the result of the first.
  test::write_bytes(path, "no database at all");
  REQUIRE(open_sqlite_store(path, options));
  CHECK(bytes_of(path + ".damaged-1") == damaged);
  CHECK(bytes_of(path + ".damaged-2") == "no database at all");
}

TEST_CASE("salvage keeps a file of session keys and a file that holds nothing of parley's, damaged or not",
          "[encryption]") {
  const TempFolder folder;
  {
    SqliteOptions sealed = quick();
    sealed.encryption = test::master_keys({"a"});
    conformance::Conversation conversation("s1");
    REQUIRE((*open_sqlite_store(folder.file("s.db"), sealed))->commit(conversation.next("hello", "hi").commit()));
  }
  const std::string keys = bytes_of(folder.file("s.db.keys"));
  test::RawSqlite(folder.file("other.db")).run("CREATE TABLE t (a)");
  const std::string other = bytes_of(folder.file("other.db"));
  const auto damaged = [](std::string bytes, std::size_t at) {
    for (std::size_t i = at; i < std::min(bytes.size(), at + 16); ++i) bytes[i] = '\x7f';
    return bytes;
  };
  const std::pair<const char*, std::string> cases[] = {
      {"keys", keys},
      {"keys with a damaged schema", damaged(keys, 100)},
      {"keys that are cut off", keys.substr(0, keys.size() - 100)},
      {"keys with a damaged page of keys", damaged(keys, 4096)},
      {"another database with a damaged schema", damaged(other, 100)},
      {"no database", std::string(8192, 'x')},
      {"a header alone", std::string("SQLite format 3\0", 16) + std::string(4080, '\0')},
  };
  for (const auto& [what, bytes] : cases) {
    INFO(what);
    const std::string path = folder.file("file");
    test::write_bytes(path, bytes);
    CHECK_FALSE(salvage_sqlite(path));
    CHECK(bytes_of(path) == bytes);
    CHECK_FALSE(std::filesystem::exists(path + ".damaged-1"));
  }
}

TEST_CASE("a salvage that was killed before its last step loses no turn of the log when it is repeated") {
  const TempFolder folder;
  const std::string live = folder.file("live.db"), path = folder.file("s.db");
  const auto store = *open_sqlite_store(live, quick());
  write_sessions(*store);
  for (const char* suffix : {"", "-wal"}) std::filesystem::copy_file(live + suffix, path + suffix);
  std::string bytes = bytes_of(path);
  std::memset(&bytes[100], 0x7f, 16);
  test::write_bytes(path, bytes);
  for (const char* suffix : {"", "-wal"})
    std::filesystem::create_hard_link(path + suffix, path + ".damaged-1" + suffix);
  std::filesystem::remove(path + "-wal");
  SECTION("at once") {}
  SECTION("after SQLite has made an empty log") { test::write_bytes(path + "-wal", ""); }
  const auto report = salvage_sqlite(path);
  REQUIRE(report);
  CHECK(report->sessions == kSessions);
  CHECK(report->lost == 0);
  CHECK(bytes_of(path + ".damaged-1-wal") == bytes_of(report->quarantine + "-wal"));
}

TEST_CASE(
    "salvage drops the summary of a session that continues another one, if the note of the other one may be lost") {
  const std::string filler(3500, 'f'), words(3500, 'w');
  for (const bool is_damaged : {false, true}) {
    INFO("damaged: " << is_damaged);
    const TempFolder folder;
    const std::string path = folder.file("s.db");
    Conversation parent("parent"), child("child");
    auto begun = child.peek("hello", "hi");
    begun.state.parent = "parent";
    {
      const auto store = *open_sqlite_store(path, quick());
      REQUIRE(store->commit(parent.next("hello", "hi").commit()));
      REQUIRE(store->commit(begun.commit()));
      const TimeMs at = parent.state().created_at;
      REQUIRE(memory::note_heir(*store, "parent", at, {"child", begun.state.created_at, "summary"}));
      REQUIRE(store->change_items({"parent", at, {{"other", 1, 0, filler}}, {}}));
      REQUIRE(store->change_items({"child", begun.state.created_at, {{"summary", 1, 0, words}}, {}}));
    }
    std::string bytes = bytes_of(path);
    const std::size_t page = bytes.find(filler) / kPage;
    REQUIRE(bytes.find("\"item\":\"summary\"") / kPage == page);
    REQUIRE(bytes.find(words) / kPage != page);
    if (is_damaged) std::memset(&bytes[page * kPage], 0, kPage);
    test::write_bytes(path, bytes);
    const auto report = salvage_sqlite(path);
    REQUIRE(report);
    CHECK(report->sessions == 2);
    CHECK(report->incomplete == (is_damaged ? 1 : 0));
    const auto store = *open_sqlite_store(path, quick());
    CHECK(store->items("parent", "heir:")->empty() == is_damaged);
    CHECK(store->item("child", "summary")->has_value() == !is_damaged);
  }
}

TEST_CASE("a database of another program or of a newer version is not recovered") {
  const TempFolder folder;
  SqliteOptions options;
  options.on_damage = SqliteOptions::OnDamage::kSalvage;
  const std::string other = folder.file("other.db"), newer = folder.file("newer.db");
  test::RawSqlite(other).run("CREATE TABLE t (a)");
  REQUIRE(migrate_sqlite(newer));
  test::RawSqlite(newer).run("INSERT INTO migration VALUES (999, 'later', 'x', 0)");
  for (const auto& [path, code] :
       {std::pair{other, ErrorCode::kStoreCorrupt}, std::pair{newer, ErrorCode::kStoreTooNew}}) {
    const std::string before = bytes_of(path);
    const auto salvaged = salvage_sqlite(path);
    REQUIRE_FALSE(salvaged);
    CHECK(salvaged.error().code == code);
    const auto opened = open_sqlite_store(path, options);
    REQUIRE_FALSE(opened);
    CHECK(opened.error().code == code);
    CHECK(bytes_of(path) == before);
    CHECK_FALSE(std::filesystem::exists(path + ".damaged-1"));
  }
}

TEST_CASE("a damaged database of schema version 1 is recovered as a database of the current version") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  test::RawSqlite(path).run(bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_1.sql"));
  test::RawSqlite(path).run("UPDATE session SET state = '{' WHERE name = 'web:2'");
  const auto report = salvage_sqlite(path);
  REQUIRE(report);
  CHECK(report->sessions == 1);
  CHECK(report->lost == 1);
  CHECK((*(*open_sqlite_store(path))->load("web:1"))->frames.size() == 2);
}

TEST_CASE("a file that another process has open is not recovered") {
  const TempFolder folder;
  const std::string path = folder.file("a.db");
  const auto store = *open_sqlite_store(path);
  Conversation conversation("s1");
  REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
  const pid_t child = ::fork();
  if (child == 0) {
    const auto refused = salvage_sqlite(path);
    ::_exit(!refused && refused.error().code == ErrorCode::kStoreUnavailable ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(store->commit(conversation.next("and", "on").commit()));
}
