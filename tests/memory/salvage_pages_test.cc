// Damages each page of a database in turn, and compares what salvage recovers with the original: a session of which
// nothing was on the page must be whole.
//
// With the environment variable PARLEY_SQLITE3, the test also compares with the `.recover` of that sqlite3 shell.
// Debian's shell cannot recover: it has no sqlite_dbpage.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>

#include <sqlite3.h>

#include "tests/memory/faulty_vfs.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/sample_sessions.h"
#include "tests/memory/temp_folder.h"
#include "tests/memory/test_master_keys.h"

using namespace parley;
using conformance::Conversation;
using test::bytes_of;
using test::kPage;
using test::TempFolder;

namespace {

constexpr int kSalvagedSessions = 12, kSalvagedTurns = 4;
const TimeMs kSalvageStart = 1767225600000;

SqliteOptions salvage_options(bool is_sealed) {
  SqliteOptions options;
  options.synchronous = SqliteOptions::Synchronous::kNormal;
  if (is_sealed) options.encryption = test::master_keys({"a"});
  return options;
}

std::string salvaged_name(int number) { return "s" + std::to_string(number); }

// Texts that show on which pages a session or its items are.
std::string mark_of_session(int number) { return "<" + std::to_string(number) + ">"; }
std::string mark_of_item(int number) { return "{" + std::to_string(number) + "}"; }

std::string repeated(const std::string& mark, std::size_t size) {
  std::string text;
  while (text.size() < size) text += mark;
  return text;
}

// A turn with a tool call, as the engine stores it.
conformance::PreparedCommit turn_with_call(Conversation& conversation, int session, int turn) {
  const std::size_t size = turn == 2 && session % 3 == 0 ? 9000 : 300;
  auto written = conversation.peek(repeated(mark_of_session(session), size) + std::to_string(turn), "orders.find: ok");
  const std::string number = std::to_string(turn);
  for (Message& message : written.messages) {
    message.details.tool = "orders.find";
    message.details.call_id = "call-" + number;
  }
  written.messages[0].role = Role::kCall;
  written.messages[1].role = Role::kTool;
  written.state.last_result = mark_of_session(session);
  const TimeMs at = written.messages[1].at;
  written.calls = {{"call-" + number, "orders.find", turn, CallRecord::Status::kDone,
                    written.state.continuation_id + "/" + number, at, at}};
  return written;
}

void write_session(SessionStore& store, int i) {
  Conversation conversation(salvaged_name(i), kSalvageStart + i);
  for (int turn = 1; turn <= kSalvagedTurns; ++turn) {
    auto written = turn_with_call(conversation, i, turn);
    if (turn == 1 && i % 3 == 0) written.notes = SessionNotes{"title", "u" + std::to_string(i), {"tag"}, {}, 0};
    REQUIRE(store.commit(written.commit()));
    conversation = Conversation::resume(written.state);
  }
  if (i % 4 == 0) {
    auto next = conversation.begin_next_conversation("next-" + salvaged_name(i), mark_of_session(i), "b");
    REQUIRE(store.commit(next.commit()));
  }
  const std::vector<Item> items = {{"summary", 1, 0, "of " + mark_of_item(i)},
                                   {"topic", 1, 0, repeated(mark_of_item(i), static_cast<std::size_t>(i) * 500 + 1)}};
  REQUIRE(store.change_items({salvaged_name(i), kSalvageStart + i, items, {}}));
}

// A damaged copy of a database that was written once.
class Original {
 public:
  explicit Original(bool is_sealed) : is_sealed_(is_sealed) {
    {
      const auto store = *open_sqlite_store(path(), salvage_options(is_sealed));
      for (int i = 0; i < kSalvagedSessions; ++i) write_session(*store, i);
      Conversation over("over", kSalvageStart), forgotten("forgotten", kSalvageStart);
      REQUIRE(store->commit(over.next("good", "bye").commit()));
      REQUIRE(*store->erase({{"over", 0, kSalvageStart + 7}}) == 1);
      REQUIRE(store->commit(forgotten.next("forget", "this").commit()));
      REQUIRE(*store->erase({{"forgotten", 0, 0}}) == 1);
      for (int i = 0; i < kSalvagedSessions; ++i) records.push_back(**store->record(salvaged_name(i)));
    }
    bytes = bytes_of(path());
    blobs_ = blobs_of_sessions();
  }

  std::string path() const { return folder_.file("good.db"); }
  bool is_sealed() const { return is_sealed_; }

  // The number of sessions whose state and turns are among `found`.
  int whole_in(const std::set<std::string>& found) const {
    int whole = 0;
    for (const auto& session : blobs_) {
      whole += std::includes(found.begin(), found.end(), session.begin(), session.end()) ? 1 : 0;
    }
    return whole;
  }

  std::size_t pages() const { return bytes.size() / kPage; }

  std::string bytes;
  std::vector<SessionRecord> records;

 private:
  std::vector<std::set<std::string>> blobs_of_sessions() const;

  const bool is_sealed_;
  TempFolder folder_;
  std::vector<std::set<std::string>> blobs_;
};

// Adds the bytes of all columns of the query, except numbers and NULL.
void add_columns(const std::string& path, const std::string& query, std::set<std::string>& found) {
  sqlite3* connection = nullptr;
  sqlite3_stmt* rows = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &connection) == SQLITE_OK);
  if (sqlite3_prepare_v2(connection, query.c_str(), -1, &rows, nullptr) == SQLITE_OK) {
    while (sqlite3_step(rows) == SQLITE_ROW) {
      for (int i = 0; i < sqlite3_column_count(rows); ++i) {
        const int type = sqlite3_column_type(rows, i);
        if (type != SQLITE_BLOB && type != SQLITE_TEXT) continue;
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(rows, i));
        found.emplace(bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(rows, i)));
      }
    }
  }
  sqlite3_finalize(rows);
  sqlite3_close(connection);
}

std::vector<std::set<std::string>> Original::blobs_of_sessions() const {
  std::vector<std::set<std::string>> all;
  for (int i = 0; i < kSalvagedSessions; ++i) {
    const std::string id = "(SELECT id FROM session WHERE name = '" + salvaged_name(i) + "')";
    auto& session = all.emplace_back();
    add_columns(path(), "SELECT state FROM session WHERE id = " + id, session);
    add_columns(path(), "SELECT body FROM turn WHERE id >> 24 = " + id, session);
    REQUIRE(session.size() > kSalvagedTurns);
  }
  return all;
}

// What `.recover` finds: rows of the tables, and rows whose table it does not know.
std::set<std::string> recovered_by_shell(const char* shell, const TempFolder& folder, const std::string& damaged) {
  const std::string from = folder.file("shell.db"), to = folder.file("recovered.db");
  std::filesystem::remove(to);
  test::write_bytes(from, damaged);
  const std::string open = "'" + std::string(shell) + "' -batch '";
  const std::string command = open + from + "' .recover 2>/dev/null | " + open + to + "' >/dev/null 2>&1";
  (void)!std::system(command.c_str());
  std::set<std::string> found;
  add_columns(to, "SELECT state FROM session", found);
  add_columns(to, "SELECT body FROM turn", found);
  const std::string columns =
      test::RawSqlite(to).text("SELECT group_concat(name) FROM pragma_table_info('lost_and_found')");
  if (!columns.empty()) add_columns(to, "SELECT " + columns + " FROM lost_and_found", found);
  return found;
}

// The figures of many salvages.
struct Tally {
  int salvages = 0, whole = 0, whole_in_shell = 0, lost = 0, incomplete = 0;
};

// The damage of one page: what was on it, and whether other letters may be in its place, which only items do not
// detect.
struct Damage {
  std::string page;
  bool may_change_items = false;
};

bool has_same_items(const SessionRecord& a, const SessionRecord& b, bool may_change) {
  const auto same = [&](const Item& one, const Item& other) {
    return one.name == other.name && (may_change || one == other);
  };
  return a.ended == b.ended && std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same);
}

// Salvages the damaged bytes and checks the result.
void check_salvage(const Original& original, const std::string& damaged, const Damage& damage, Tally& tally) {
  const TempFolder folder;
  const std::string path = folder.file("damaged.db");
  test::write_bytes(path, damaged);
  if (original.is_sealed()) std::filesystem::copy_file(original.path() + ".keys", path + ".keys");
  const auto report = salvage_sqlite(path);
  if (!report) FAIL(report.error().to_string());
  CHECK(bytes_of(report->quarantine) == damaged);
  const auto store = open_sqlite_store(path, salvage_options(original.is_sealed()));
  if (!store) FAIL(store.error().to_string());
  int whole = 0, without_items = 0;
  for (int i = 0; i < kSalvagedSessions; ++i) {
    const SessionRecord& before = original.records[static_cast<std::size_t>(i)];
    const auto after = (*store)->record(before.state.session);
    if (!after) {  // a letter of an encrypted item was changed
      REQUIRE((original.is_sealed() && damage.may_change_items));
      CHECK((*store)->messages(before.state.session, before.messages.size())->size() == before.messages.size());
      ++whole;
      continue;
    }
    const auto was_on_page = [&](const std::string& mark) { return damage.page.find(mark) != std::string::npos; };
    if (!original.is_sealed() && !was_on_page(mark_of_session(i))) CHECK(after->has_value());
    if (!*after) continue;
    ++whole;
    SessionRecord same = **after;
    const bool has_items = has_same_items(same, before, damage.may_change_items);
    if (!original.is_sealed() && !was_on_page(mark_of_item(i)) && !was_on_page("ended ")) CHECK(has_items);
    if (!has_items) ++without_items;
    same.items = before.items, same.ended = before.ended;
    if (original.is_sealed()) same.calls = before.calls;  // they cannot be rebuilt
    CHECK(test::same_record(same, before));
  }
  CHECK(report->sessions == whole);
  CHECK(report->lost == kSalvagedSessions - whole);
  CHECK(report->incomplete == without_items);
  CHECK_FALSE((*store)->load("forgotten")->has_value());
  if (const char* shell = std::getenv("PARLEY_SQLITE3")) {
    const int whole_in_shell = original.whole_in(recovered_by_shell(shell, folder, damaged));
    CHECK(whole >= whole_in_shell);
    tally.whole_in_shell += whole_in_shell;
  }
  ++tally.salvages;
  tally.whole += whole;
  tally.lost += static_cast<int>(report->lost), tally.incomplete += without_items;
}

// Catch shows the figures with --success.
void report(const std::string& what, const Tally& tally) {
  SUCCEED(what << ": " << tally.salvages << " salvages, " << tally.whole << " sessions whole, " << tally.whole_in_shell
               << " with .recover, " << tally.lost << " lost, " << tally.incomplete << " without an item");
}

void damage_each_page(bool is_sealed) {
  const test::FaultyVfs quick_disk;
  const Original original(is_sealed);
  REQUIRE(original.pages() > 30);
  std::mt19937 random(1);
  for (const char* way : {"zeros", "random bytes", "a header byte"}) {
    Tally tally;
    for (std::size_t page = 0; page < original.pages(); ++page) {
      INFO(way << " on page " << page + 1 << ", encrypted: " << is_sealed);
      std::string damaged = original.bytes;
      char* const begin = &damaged[page * kPage];
      if (*way == 'z') std::memset(begin, 0, kPage);
      if (*way == 'r') std::generate(begin, begin + kPage, [&] { return static_cast<char>(random()); });
      if (*way == 'a') begin[(page == 0 ? 100 : 0) + page % 8] ^= static_cast<char>(1 + random() % 255);
      check_salvage(original, damaged, {original.bytes.substr(page * kPage, kPage), *way != 'z'}, tally);
    }
    report(std::string(way) + (is_sealed ? ", encrypted" : ""), tally);
  }
}

}  // namespace

TEST_CASE("each page of a database damaged in three ways costs only what was on it", "[long]") {
  damage_each_page(false);
}

TEST_CASE("each page of an encrypted database damaged in three ways costs only what was on it", "[long][encryption]") {
  damage_each_page(true);
}

TEST_CASE("one changed byte of the file header, or of the head of the schema, costs no session", "[long]") {
  const test::FaultyVfs quick_disk;
  const Original original(false);
  std::mt19937 random(2);
  for (std::size_t at = 0; at < 108; ++at) {
    INFO("byte " << at);
    std::string damaged = original.bytes;
    damaged[at] ^= static_cast<char>(1 + random() % 255);
    Tally tally;
    check_salvage(original, damaged, {}, tally);
    CHECK(tally.whole == kSalvagedSessions);
    CHECK(tally.incomplete == 0);
  }
}

TEST_CASE("a database of any schema version is recovered without its first page, and without its migrations") {
  for (int version = 1; version <= 8; ++version) {
    const TempFolder folder;
    const std::string good = folder.file("good.db");
    const std::string dump = bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_" + std::to_string(version) + ".sql");
    test::RawSqlite(good).run(dump);
    const std::string bytes = bytes_of(good);
    const auto migrations = static_cast<std::size_t>(
        test::RawSqlite(good).number("SELECT rootpage FROM sqlite_schema WHERE name = 'migration'"));
    const auto original = *open_sqlite_store(good);
    for (const std::size_t page : {std::size_t{1}, migrations}) {
      INFO("version " << version << ", page " << page);
      const std::string path = folder.file("damaged" + std::to_string(page) + ".db");
      std::string damaged = bytes;
      std::memset(&damaged[(page - 1) * kPage], 0, kPage);
      test::write_bytes(path, damaged);
      SqliteOptions options;
      options.on_damage = SqliteOptions::OnDamage::kSalvage;
      const auto store = open_sqlite_store(path, options);
      REQUIRE(store);
      SessionQuery all;
      all.archived = SessionQuery::Archived::kToo;
      CHECK((*store)->list(all)->size() == original->list(all)->size());
      for (const SessionInfo& each : *original->list(all)) {
        INFO(each.session);
        const auto before = *original->record(each.session), after = *(*store)->record(each.session);
        REQUIRE((before && after));
        CHECK(test::same_record(*before, *after));
      }
      CHECK(*(*store)->expired("web:4") == *original->expired("web:4"));
    }
  }
}

TEST_CASE("pages that are only in the log are recovered, although the first page of the file is lost") {
  const TempFolder folder;
  const std::string live = folder.file("live.db"), path = folder.file("a.db");
  const auto store = *open_sqlite_store(live, salvage_options(false));
  for (int i = 0; i < 3; ++i) write_session(*store, i);
  for (const char* suffix : {"", "-wal"}) std::filesystem::copy_file(live + suffix, path + suffix);
  std::string damaged = bytes_of(path);
  std::memset(damaged.data(), 0, kPage);
  test::write_bytes(path, damaged);
  const auto report = salvage_sqlite(path);
  REQUIRE(report);
  CHECK(report->sessions == 3);
  CHECK(report->lost == 0);
}

TEST_CASE("a file without a session that is not an SQLite file stays in its place") {
  const TempFolder folder;
  const std::string path = folder.file("holiday.jpg");
  for (const std::string& bytes : {std::string("no database at all"), std::string(3 * kPage, '\0'), std::string()}) {
    test::write_bytes(path, bytes);
    const auto report = salvage_sqlite(path);
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::kInvalidRequest);
    CHECK(bytes_of(path) == bytes);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  }
}
