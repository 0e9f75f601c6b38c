// Tests export and import. A session that is moved to another store and exported again gives the same bytes.
#include <sstream>

#include <catch2/catch.hpp>

#include "parley/sessions.h"
#include "tests/conformance/conversation.h"
#include "tests/conformance/snapshot.h"
#include "tests/conformance/store_records.h"
#include "tests/memory/export_lines.h"
#include "tests/memory/raw_sqlite.h"
#include "tests/memory/session_generators.h"
#include "tests/memory/stores_under_test.h"

using namespace parley;
using conformance::Conversation;
using test::exported;
using test::import_lines;
using test::Lines;

TEST_CASE("an export has a line for each stored item") {
  const auto store = create_memory_store();
  Conversation conversation("web:1");
  conformance::PreparedCommit written = conversation.next("Where is my parcel?", "Which order?");
  written.state.last_intent = "track";
  written.notes = SessionNotes{"", "0123abcd", {"web"}, {}, 0};
  REQUIRE(store->commit(written.commit()));
  written = conversation.next("O-12345", "One moment.");
  written.turn.complete = false;
  written.calls = {{"call-1", "orders.find", 2, CallRecord::Status::kStarted, "c-web:1/1", 1767225600000, 0}};
  written.messages.back().details.model = "some-model";
  REQUIRE(store->commit(written.commit()));
  REQUIRE(store->change_items({"web:1", written.state.created_at, {{"summary", 1, 9, std::string("\0ab", 3)}}, {}}));

  const Lines lines = exported(*store);
  const Lines expected = {
      R"({"parley_export":3})",
      R"({"kind":"session","state":{"session":"web:1","version":2,"continuation_id":"c-web:1","bot":"acme",)"
      R"("config_hash":"f00d","turns":2,"messages":4,"bytes":49,"created_at":1767225600000,)"
      R"("updated_at":1767225600000,"last_message_id":"m2"},"notes":{"user":"0123abcd","tags":["web"]}})",
      R"({"kind":"message","seq":1,"turn":1,"role":"user","at":1767225600000,"text":"Where is my parcel?"})",
      R"({"kind":"message","seq":2,"turn":1,"role":"assistant","at":1767225600000,"text":"Which order?"})",
      R"({"kind":"message","seq":3,"turn":2,"role":"user","at":1767225600000,"text":"O-12345"})",
      R"({"kind":"message","seq":4,"turn":2,"role":"assistant","at":1767225600000,"text":"One moment.",)"
      R"("details":{"model":"some-model"}})",
      R"({"kind":"turn","seq":1,"id":"m1","answer":{"status":"done","say":["Which order?"],)"
      R"("steps":[{"say":"Which order?"}],"continuation_id":"c-web:1"}})",
      R"({"kind":"turn","seq":2,"id":"m2","incomplete":true,"answer":{"status":"done","say":["One moment."],)"
      R"("steps":[{"say":"One moment."}],"continuation_id":"c-web:1","continued":true}})",
      R"({"kind":"call","call_id":"call-1","tool":"orders.find","turn":2,"status":"started",)"
      R"("idempotency_key":"c-web:1/1","started_at":1767225600000})",
      R"({"kind":"item","name":"summary","version":1,"expires_at":9,"bytes":"AGFi"})",
      R"({"kind":"end","messages":4,"turns":2,"calls":1,"items":1})",
      R"({"parley_export_end":1})",
  };
  CHECK(lines == expected);
}

TEST_CASE("a session that began in a database of schema version 1 is exported and imported, also when it continued") {
  const test::TempFolder folder;
  const std::string path = folder.file("v1.db");
  test::RawSqlite(path).run(test::bytes_of(PARLEY_SOURCE_DIR "/tests/migrations/schema_1.sql"));
  const auto store = *open_sqlite_store(path);
  for (const bool continues : {false, true}) {
    INFO("it continues: " << continues);
    if (continues) {
      SessionRecord record = **store->record("web:2");
      SessionState state = record.state;
      ++state.version, ++state.messages;
      const Message said{state.messages, state.turns, Role::kUser, "more", state.updated_at};
      state.bytes += 4;  // version 1 did not count the bytes before it
      StoredTurn turn = record.turns.back();
      turn.complete = true;  // its tool has answered
      REQUIRE(store->commit({state, state.version - 1, turn, {said}, {}}));
    }
    Lines lines;
    const auto report = export_sessions(*store, {}, [&](std::string_view line) {
      lines.emplace_back(line);
      return true;
    });
    REQUIRE(report);
    CHECK(report->refused.empty());
    CHECK(report->sessions == 2);
    const auto copy = create_memory_store();
    const auto imported = import_lines(*copy, lines);
    REQUIRE(imported);
    CHECK(imported->sessions == 2);
    const SessionRecord record = **copy->record("web:2");
    std::int64_t bytes = 0;
    for (const Message& message : record.messages) bytes += static_cast<std::int64_t>(message.text.size());
    CHECK(record.state.bytes == bytes);
    CHECK(exported(*copy) == lines);
  }
}

TEST_CASE("the export shown in docs/store.md is valid") {
  const std::string page = test::bytes_of(PARLEY_SOURCE_DIR "/docs/store.md");
  const std::string fence = "```json\n";
  const std::size_t begin = page.find(fence) + fence.size();
  std::istringstream shown(page.substr(begin, page.find("```", begin) - begin));
  Lines lines;
  for (std::string line; std::getline(shown, line);) lines.push_back(line);
  REQUIRE(lines.size() == 10);
  const auto store = create_memory_store();
  const auto report = import_lines(*store, lines);
  REQUIRE(report);
  for (const auto& refused : report->refused) CHECK(refused.why.empty());
  CHECK(report->sessions == 1);
  CHECK(exported(*store) == lines);
}

TEST_CASE(
    "an export holds the requested sessions in the order of their names, and stops when its reader closes the pipe") {
  const auto store = create_memory_store();
  CHECK(exported(*store) == Lines{R"({"parley_export":3})", R"({"parley_export_end":0})"});
  for (const char* session : {"c", "a", "b"}) {
    conformance::PreparedCommit written = Conversation(session).next("hello", "hi");
    written.notes = SessionNotes{"", session == std::string("b") ? "ann" : "bob", {}, {}, 0};
    REQUIRE(store->commit(written.commit()));
  }
  const Lines all = exported(*store);
  CHECK(all.size() == 2 + 3 * 5);
  CHECK(all[1].find("\"session\":\"a\"") != std::string::npos);
  CHECK(all[11].find("\"session\":\"c\"") != std::string::npos);
  SessionQuery query;
  query.limit = 1;
  query.user = "bob";
  CHECK(exported(*store, query).size() == 2 + 2 * 5);

  for (std::size_t most = 0; most < all.size(); ++most) {
    Lines taken;
    REQUIRE(export_sessions(*store, {}, [&](std::string_view line) {
      taken.emplace_back(line);
      return taken.size() <= most;
    }));
    CHECK(taken == Lines(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most) + 1));
  }
}

TEST_CASE("an export names the sessions with inconsistent rows and contains the other sessions") {
  const test::TempFolder folder;
  const std::string path = folder.file("s.db");
  {
    const auto store = *open_sqlite_store(path);
    for (const char* session : {"a", "b", "c", "d"}) {
      Conversation conversation(session);
      for (int turn = 0; turn < 2; ++turn) REQUIRE(store->commit(conversation.next("hello", "hi").commit()));
    }
  }
  {
    const test::RawSqlite raw(path);
    raw.run("DELETE FROM turn WHERE id >> 24 = (SELECT id FROM session WHERE name = 'b') AND id & 16777215 = 2");
    raw.run("UPDATE turn SET body = x'00' WHERE id >> 24 = (SELECT id FROM session WHERE name = 'c')");
  }
  const auto store = *open_sqlite_store(path);
  Lines lines;
  const auto report = export_sessions(*store, {}, [&](std::string_view line) {
    lines.emplace_back(line);
    return true;
  });
  REQUIRE(report);
  CHECK(report->sessions == 2);
  CHECK(report->refusals == 2);
  REQUIRE(report->refused.size() == 2);
  CHECK(report->refused[0].session == "b");
  CHECK(report->refused[0].why.find("count does not match") != std::string::npos);
  CHECK(report->refused[1].session == "c");
  CHECK(report->refused[1].why.find("the stored bytes are damaged") != std::string::npos);
  const auto other = create_memory_store();
  const auto imported = import_lines(*other, lines);
  REQUIRE(imported);
  CHECK(imported->sessions == 2);
  CHECK(imported->refusals == 0);
}

TEST_CASE("an export names a session that waits for a tool without a call") {
  const auto store = create_memory_store();
  SessionRecord record = conformance::some_record("s1");
  record.state.waits_for<ToolWait>()->call.reset();
  record.notes.archived_at = 0;
  REQUIRE(store->put(record));
  const auto report = export_sessions(*store, {}, [](std::string_view) { return true; });
  REQUIRE(report);
  REQUIRE(report->refused.size() == 1);
  CHECK(report->refused[0].why == "the open question and its tool call do not match");
}

TEST_CASE("an export names a session with corrupt notes and contains the other sessions") {
  const test::TempFolder folder;
  const std::string path = folder.file("s.db");
  {
    const auto store = *open_sqlite_store(path);
    for (const char* session : {"a", "b", "c", "d"}) {
      conformance::PreparedCommit written = Conversation(session).next("hello", "hi");
      written.notes = SessionNotes{"A title", "", {"gold"}, {}, session == std::string("d") ? 7 : 0};
      REQUIRE(store->commit(written.commit()));
    }
  }
  test::RawSqlite(path).run("UPDATE session SET notes = '{\"tags\":7' WHERE name IN ('b', 'd')");
  const auto store = *open_sqlite_store(path);
  SessionQuery query;
  query.archived = SessionQuery::Archived::kToo;
  query.tag = "gold";
  Lines lines;
  const auto report = export_sessions(*store, query, [&](std::string_view line) {
    lines.emplace_back(line);
    return true;
  });
  REQUIRE(report);
  CHECK(report->sessions == 2);
  CHECK(report->refusals == 2);
  REQUIRE(report->refused.size() == 2);
  CHECK(report->refused[0].session == "b");
  CHECK(report->refused[0].why.find(path + ": notes: ") == 0);
  CHECK(report->refused[1].session == "d");
  CHECK(import_lines(*create_memory_store(), lines)->sessions == 2);

  const auto listed = *store->list(query);
  REQUIRE(listed.size() == 4);
  for (const SessionInfo& each : listed) {
    const bool is_broken = each.session == "b" || each.session == "d";
    CHECK(each.unreadable_notes == is_broken);
    CHECK(each.notes.title == (is_broken ? "" : "A title"));
    CHECK((each.notes.archived_at != 0) == (each.session == "d"));
  }
  // Reading the notes is an error, so a caller cannot replace notes that it has not seen.
  CHECK(store->summary("b").error().code == ErrorCode::kStoreCorrupt);
}

TEST_CASE("sessions that are moved to another store and back are identical to the byte", "[long][stores]") {
  test::StoresUnderTest stores;
  const auto source = create_memory_store();
  int made = 0;
  REQUIRE(rc::check([&] {
    for (int i = 0; i < 2; ++i) {
      const SessionRecord record = test::any_record("s" + std::to_string(++made));
      const auto put = source->put(record);
      RC_ASSERT(put.has_value());
      RC_ASSERT(conformance::same_record(**source->record(record.state.session), record));
    }
  }));
  const Lines lines = exported(*source);
  for (const auto& [from, to] : stores.pairs()) {
    INFO(from.name << " to " << to.name);
    const auto first = from.make();
    REQUIRE(import_lines(*first, lines));
    const Lines out = exported(*first);
    CHECK(out == lines);
    const auto second = to.make();
    const auto report = import_lines(*second, out);
    REQUIRE(report);
    CHECK(report->sessions == made);
    for (const auto& refused : report->refused) CHECK(refused.why.empty());
    CHECK(exported(*second) == lines);
    CHECK(second->counts(0)->sessions == made);
  }
}

TEST_CASE("an import leaves existing sessions unchanged", "[stores]") {
  test::StoresUnderTest stores;
  for (const auto& kind : stores.kinds()) {
    INFO(kind.name);
    const auto store = kind.make();
    REQUIRE(store->put(conformance::some_record("s1")));
    REQUIRE(store->put(conformance::some_record("s2")));
    const Lines lines = exported(*store);
    REQUIRE(store->erase({{"s2", 0, 0}}));
    const conformance::Snapshot before = conformance::snapshot(*store, "s1");
    for (bool dry_run : {true, false}) {
      ImportOptions options;
      options.dry_run = dry_run;
      const auto report = import_lines(*store, lines, options);
      REQUIRE(report);
      CHECK(report->sessions == 1);
      CHECK(report->messages == 4);
      REQUIRE(report->refused.size() == 1);
      CHECK(report->refused.front().why ==
            "a session with this name already exists; use --new-ids (ImportOptions::new_ids) to import it under a new "
            "name");
      CHECK(store->load("s2")->has_value() == !dry_run);
      CHECK((*store->summary("s1")) == before.summary);
    }
    CHECK(exported(*store) == lines);
  }
}

TEST_CASE("a session that is imported under a new id no longer contains the old ids") {
  const auto store = create_memory_store();
  SessionRecord record = conformance::some_record("s1");
  record.calls[0].idempotency_key = record.state.waits_for<ToolWait>()->call->idempotency_key = "old/1";
  REQUIRE(store->put(record));
  const Lines lines = exported(*store);
  const auto ids = create_counted_ids("new-");
  ImportOptions options;
  options.new_ids = ids.get();
  for (int round = 0; round < 2; ++round) REQUIRE(import_lines(*store, lines, options)->sessions == 1);
  CHECK(conformance::all_listed(*store).size() == 3);

  const SessionRecord copy = **store->record("new-1");
  CHECK(copy.state.continuation_id == "new-2");
  const std::string& key = copy.state.waiting->call()->idempotency_key;
  CHECK(key == copy.calls[0].idempotency_key);
  CHECK(key != "old/1");
  CHECK(copy.messages == record.messages);
  CHECK(copy.notes == record.notes);
  for (const StoredTurn& stored : copy.turns) {
    CHECK(stored.turn.session == "new-1");
    CHECK(stored.turn.continuation_id == "new-2");
  }
  Lines of_copies = exported(*store);
  of_copies.erase(std::remove_if(of_copies.begin(), of_copies.end(),
                                 [&](const std::string& line) {
                                   return std::find(lines.begin(), lines.end(), line) != lines.end();
                                 }),
                  of_copies.end());
  for (const std::string& line : of_copies) {
    for (const char* old : {"\"s1\"", "c-s1", "old/1", "\"key-"}) CHECK(line.find(old) == std::string::npos);
  }
}
