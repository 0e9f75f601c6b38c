// Tests imports of untrusted data: any mistake in a session excludes only that session.
#include <algorithm>
#include <functional>
#include <set>

#include <catch2/catch.hpp>

#include "tests/conformance/conversation.h"
#include "tests/conformance/snapshot.h"
#include "tests/conformance/store_records.h"
#include "tests/memory/export_lines.h"
#include "tests/memory/session_generators.h"
#include "tests/memory/stores_under_test.h"
#include "tests/support/text.h"

using namespace parley;
using test::import_lines;
using test::Lines;

namespace {

// An export of the sessions "a", "b" (with a value in every field) and "c".
Lines good_lines() {
  const auto store = create_memory_store();
  REQUIRE(store->put(conformance::some_record("a")));
  REQUIRE(store->put(conformance::some_record("b")));
  REQUIRE(store->put(conformance::some_record("c")));
  return test::exported(*store);
}

constexpr std::size_t kLines = 1 + 4 + 2 + 2 + 2 + 2 + 1;  // lines of one session
constexpr std::size_t kB = 1 + kLines;                     // the first line of b
constexpr std::size_t kMessage = kB + 1, kTurn = kB + 5, kCall = kB + 7, kItem = kB + 9, kEnded = kB + 11;
constexpr std::size_t kEnd = kB + 13;

}  // namespace

TEST_CASE("an invalid session is refused, and the others are stored") {
  struct Case {
    const char* what;
    std::size_t line;  // the number of the line to change, from 0
    const char* old;
    std::string by;
    const char* why;
    std::size_t reported_at;  // the number of the line that the import reports, from 0
  };
  const std::size_t at_end = kEnd;
  for (const Case& c : {
           Case{"not JSON", kMessage, "{", "", "not valid JSON", kMessage},
           Case{"trailing text", kMessage, "{", "1{", "not valid JSON", kMessage},
           Case{"a wrong kind", kMessage, "\"message\"", "\"joke\"", "not a line of an export", kMessage},
           Case{"a kind that is not a text", kMessage, "\"message\"", "1", "not a line of an export", kMessage},
           Case{"an extra member", kMessage, "{", "{\"x\":1,", "1 unknown member(s)", kMessage},
           Case{"a member twice", kMessage, "{", "{\"seq\":3,", "duplicate member name", kMessage},
           Case{"a missing member", kMessage, "\"role\":\"user\",", "", "role: missing", kMessage},
           Case{"a wrong type", kMessage, "\"turn\":2", "\"turn\":\"2\"", "turn: expected an integer", kMessage},
           Case{"an unknown role", kMessage, "\"user\"", "\"oracle\"", "role: unknown value", kMessage},
           Case{"not UTF-8", kMessage, "money", "mon\xFFy", "not valid UTF-8", kMessage},
           Case{"a message missing", kMessage, "\"seq\":3", "\"seq\":9", "message numbers are not consecutive", at_end},
           Case{"a message without a turn", kMessage, "\"turn\":2", "\"turn\":7", "a message belongs to no turn",
                at_end},
           Case{"a time beyond the range", kMessage, "\"at\":1767225600000", "\"at\":9223372036854775807",
                "a time is out of range", at_end},
           Case{"a text longer than counted", kMessage, "money", "much money", "byte count does not match", at_end},
           Case{"an invalid answer", kTurn, "\"answer\":{", "\"answer\":{\"x\":1,", "unknown member", kTurn},
           Case{"an answer for another session", kTurn, "\"answer\":{", "\"answer\":{\"session\":\"a\",",
                "unknown member", kTurn},
           Case{"an answer with another id", kTurn, "\"answer\":{", "\"answer\":{\"id\":\"m9\",", "unknown member",
                kTurn},
           Case{"an invalid message id", kTurn, "\"m2\"", "\"m 2\"", "an invalid character or length", at_end},
           Case{"a message id twice", kTurn, "\"m2\"", "\"m3\"", "duplicate message id", at_end},
           Case{"a turn missing", kTurn, "\"seq\":2", "\"seq\":1", "turn count does not match", at_end},
           Case{"an incomplete turn within", kTurn, "\"id\":", "\"incomplete\":true,\"id\":", "a turn before the last",
                at_end},
           Case{"an unknown status", kCall, "\"started\"", "\"asleep\"", "status: unknown value", kCall},
           Case{"a call id twice", kCall, "call-1", "call-2", "duplicate call id", at_end},
           Case{"a call without a turn", kCall, "\"turn\":3", "\"turn\":0", "a call belongs to no turn", at_end},
           Case{"other counts", kEnd, "\"messages\":4", "\"messages\":5", "counts a different number of lines", kEnd},
           Case{"no counts", kEnd, ",\"calls\":2", "", "counts a different number of lines", kEnd},
           Case{"a state with unknown members", kB, "\"state\":{", "\"state\":{\"x\":1,", "1 unknown member(s)", kB},
           Case{"no state", kB, "\"state\":", "\"estate\":", "state: missing", kB},
           Case{"an invalid name", kB, "\"session\":\"b\"", "\"session\":\"b b\"", "the session name", at_end},
           Case{"a name like a path", kB, "\"session\":\"b\"", "\"session\":\"../b\"", "the session name", at_end},
           Case{"another's continuation id", kB, "\"c-b\"", "\"c b\"", "continuation id", at_end},
           Case{"a version below its turns", kB, "\"version\":3", "\"version\":2", "fewer commits than turns", at_end},
           Case{"a version before the first one", kB, "\"version\":3", "\"version\":9223372036854775807",
                "a count is out of range", at_end},
           Case{"a turn count that overflows", kB, "\"turns\":3", "\"turns\":-9223372036854775808",
                "turn count does not match", at_end},
           Case{"a message count that overflows", kB, "\"messages\":6", "\"messages\":9223372036854775807",
                "message count does not match", at_end},
           Case{"negative tokens", kB, "\"input_tokens\":1200", "\"input_tokens\":-1", "a count is out of range",
                at_end},
           Case{"waiting for another intent", kB, "\"kind\":\"tool\",\"intent\":\"track\"",
                "\"kind\":\"tool\",\"intent\":\"refund\"", "does not belong to the top frame", at_end},
           Case{"waiting for another plan", kB, "\"plan\":2,\"step\":\"0\"", "\"plan\":1,\"step\":\"0\"",
                "does not belong to the top frame", at_end},
           Case{"waiting for a call and something else", kB, "\"kind\":\"tool\"", "\"kind\":\"param\"",
                "waiting: 5 unknown member(s)", kB},
           Case{"a plan that was never assigned", kB, "\"plans\":2", "\"plans\":1", "an unknown plan number", at_end},
           Case{"a value of a future turn", kB, "\"turn\":1}", "\"turn\":9}", "by a later turn", at_end},
           Case{"a handoff by a later turn", kB, "\"last_result\":{",
                "\"handed_off\":{\"reason\":\"x\",\"turn\":9},\"last_result\":{", "a later turn handed", at_end},
           Case{"negative attempts", kB, "\"invalid\":2", "\"invalid\":-2", "a count of attempts is out of range",
                at_end},
           Case{"an item without a name", kItem, "\"artifact:00ff\"", "\"b b\"", "an item has no valid name", at_end},
           Case{"an item twice", kItem, "\"artifact:00ff\"", "\"summary\"", "items are not sorted", at_end},
           Case{"an item without a version", kItem, "\"version\":1", "\"version\":-1",
                "an item has no valid name or version", at_end},
           Case{"an item that is not base64", kItem, "\"AP8\"", "\"A!8\"", "not valid base64", kItem},
           Case{"an ended conversation twice", kEnded, "\"c1-b\"", "\"c2-b\"", "duplicate conversation", at_end},
           Case{"an ended conversation without a time", kEnded, "\"began_at\":1767225600000", "\"began_at\":-1",
                "a time is out of range", at_end},
           Case{"an ended conversation without an id", kEnded, "\"c1-b\"", "\"c 1\"", "has no valid continuation id",
                at_end},
           Case{"details of another type", kMessage + 3, "\"model\":\"some-model\"", "\"model\":1", "model: expected",
                kMessage + 3},
           Case{"tags out of order", kB, "\"gold\",\"web\"", "\"web\",\"gold\"", "tags must be sorted", at_end},
           Case{"an empty tag", kB, "\"gold\",\"web\"", "\"\",\"web\"", "a tag is empty", at_end},
           Case{"a user's name", kB, "\"user\":\"ann\"", "\"user\":\"Ann Smith\"",
                "the user hash has an invalid character", at_end},
           Case{"a value nested too deep", kB, "\"last_result\":{",
                "\"last_result\":{\"deep\":" + std::string(57, '[') + std::string(57, ']') + ",", "nested deeper",
                at_end},
           Case{"a line nested too deep", kB, "\"last_result\":{",
                "\"last_result\":{\"deep\":" + std::string(99, '[') + std::string(99, ']') + ",", "nested deeper", kB},
       }) {
    INFO(c.what);
    Lines lines = good_lines();
    lines[c.line] = replaced(lines[c.line], c.old, c.by);
    const auto store = create_memory_store();
    const auto report = import_lines(*store, lines);
    REQUIRE(report);
    CHECK(report->sessions == 2);
    CHECK(report->messages == 8);
    CHECK(report->refusals == 1);
    REQUIRE(report->refused.size() == 1);
    const ImportReport::Refused& refused = report->refused.front();
    INFO(refused.why);
    CHECK(refused.line == static_cast<std::int64_t>(c.reported_at) + 1);
    CHECK(refused.why.find(c.why) != std::string::npos);
    for (const char* value : {"money", "track", "Ann", "b b", "joke", "oracle"}) {
      CHECK(refused.why.find(value) == std::string::npos);
    }
    CHECK(conformance::all_listed(*store) == conformance::Names{"a", "c"});
    ImportOptions dry;
    dry.dry_run = true;
    CHECK(import_lines(*create_memory_store(), lines, dry)->refusals == 1);
  }
}

TEST_CASE("missing, duplicate or misplaced lines affect only their own sessions") {
  struct Case {
    const char* what;
    std::function<void(Lines&)> change;
    std::vector<std::string> whys;
    conformance::Names stored;
  };
  const auto at = [](Lines& lines, std::size_t line) { return lines.begin() + static_cast<std::ptrdiff_t>(line); };
  const std::string torn = "the last line is missing";
  for (const Case& c : {
           Case{"cut between sessions", [&](Lines& l) { l.resize(kB); }, {torn}, {"a"}},
           Case{"cut within a session", [&](Lines& l) { l.resize(kTurn); }, {torn}, {"a"}},
           Case{"cut before the end of a session", [&](Lines& l) { l.resize(kEnd); }, {torn}, {"a"}},
           Case{"cut within a line",
                [&](Lines& l) { l.resize(kTurn), l.back().resize(9); },
                {"not valid JSON", torn},
                {"a"}},
           Case{"without the last line", [&](Lines& l) { l.pop_back(); }, {torn}, {"a", "b", "c"}},
           Case{"without an end",
                [&](Lines& l) { l.erase(at(l, kEnd)); },
                {"the previous session has no end line"},
                {"a", "c"}},
           Case{"without a beginning",
                [&](Lines& l) { l.erase(at(l, kB)); },
                {"the line belongs to no session", "the last line counts a different number of sessions"},
                {"a", "c"}},
           Case{"a message twice",
                [&](Lines& l) { l.insert(at(l, kMessage), l[kMessage]); },
                {"counts a different number of lines"},
                {"a", "c"}},
           Case{"an end twice",
                [&](Lines& l) { l.insert(at(l, kEnd), l[kEnd]); },
                {"the line belongs to no session"},
                {"a", "b", "c"}},
           Case{"a session twice",
                [&](Lines& l) {
                  const Lines b(at(l, kB), at(l, kB + kLines));
                  l.insert(at(l, kB), b.begin(), b.end());
                },
                {"already exists", "the last line counts a different number of sessions"},
                {"a", "b", "c"}},
           Case{"a second header",
                [&](Lines& l) { l.insert(at(l, kB), l[0]); },
                {"not a line of an export"},
                {"a", "b", "c"}},
           Case{"a last line in the middle",
                [&](Lines& l) { l.insert(at(l, kB), "{\"parley_export_end\":1}"); },
                {"unexpected line after the last line of the export"},
                {"a"}},
           Case{"a missing session",
                [&](Lines& l) { l.erase(at(l, kB), at(l, kB + kLines)); },
                {"the last line counts a different number of sessions"},
                {"a", "c"}},
           Case{"an empty line", [&](Lines& l) { l.insert(at(l, kB), ""); }, {"not valid JSON"}, {"a", "b", "c"}},
       }) {
    INFO(c.what);
    Lines lines = good_lines();
    c.change(lines);
    const auto store = create_memory_store();
    const auto report = import_lines(*store, lines);
    REQUIRE(report);
    REQUIRE(report->refused.size() == c.whys.size());
    for (std::size_t i = 0; i < c.whys.size(); ++i) {
      INFO(report->refused[i].why);
      CHECK(report->refused[i].why.find(c.whys[i]) != std::string::npos);
    }
    CHECK(conformance::all_listed(*store) == c.stored);
    CHECK(report->sessions == static_cast<std::int64_t>(c.stored.size()));
  }
}

TEST_CASE("a file that is not an export is refused as a whole") {
  for (const Lines& lines : {Lines{}, Lines{""}, Lines{"{}"}, Lines{"[]"}, Lines{R"({"parley_export":4})"},
                             Lines{R"({"parley_export":1,"more":1})"}, Lines{"PK"}, Lines{R"({"kind":"session"})"}}) {
    const auto report = import_lines(*create_memory_store(), lines);
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::kInvalidRequest);
  }
}

TEST_CASE("an import refuses lines and sessions that are too large") {
  const Lines lines = good_lines();
  ImportOptions options;
  options.max_line_bytes = lines[kB].size() - 1;
  CHECK(import_lines(*create_memory_store(), lines, options)->sessions == 0);
  CHECK(import_lines(*create_memory_store(), lines, options)->refused.front().why == "the line is too long");
  options = {};
  std::size_t bytes = 0;
  for (std::size_t i = kB; i < kB + kLines; ++i) bytes += lines[i].size();
  options.max_session_bytes = bytes;
  CHECK(import_lines(*create_memory_store(), lines, options)->sessions == 3);
  options.max_session_bytes = bytes - 1;
  CHECK(import_lines(*create_memory_store(), lines, options)->refused.front().why == "the session is too large");
}

TEST_CASE("an import counts all refusals and describes the first thousand") {
  Lines lines = {R"({"parley_export":2})"};
  for (int i = 0; i < 1500; ++i) lines.emplace_back(R"({"kind":"session","state":{}})");
  lines.emplace_back(R"({"parley_export_end":1500})");
  const auto report = import_lines(*create_memory_store(), lines);
  REQUIRE(report);
  CHECK(report->refusals == 1500);
  CHECK(report->refused.size() == 1000);
}

TEST_CASE("an import returns an error if the store fails") {
  class FailingStore final : public SessionStore {
   public:
    Result<std::optional<SessionState>> load(std::string_view) override { return fail(); }
    Result<std::optional<StoredTurn>> find_turn(std::string_view, std::string_view) override { return fail(); }
    Result<void> commit(const Commit&) override { return fail(); }
    Result<std::vector<Message>> messages(std::string_view, std::size_t, std::int64_t) override { return fail(); }
    Result<std::optional<TimeMs>> expired(std::string_view) override { return fail(); }
    Result<std::optional<ConversationPlace>> find_conversation(std::string_view) override { return fail(); }
    Result<std::optional<CallRecord>> find_call(std::string_view, std::string_view) override { return fail(); }
    Result<std::optional<Item>> item(std::string_view, std::string_view) override { return fail(); }
    Result<std::vector<ItemInfo>> items(std::string_view, std::string_view) override { return fail(); }
    Result<void> change_items(const ItemChange&) override { return fail(); }
    Result<std::size_t> drop_expired_items(TimeMs) override { return fail(); }
    Result<std::vector<SessionInfo>> list(const SessionQuery&) override { return fail(); }
    Result<std::optional<SessionInfo>> summary(std::string_view) override { return fail(); }
    Result<bool> annotate(std::string_view, const SessionNotes&) override { return fail(); }
    Result<std::optional<SessionRecord>> record(std::string_view) override { return fail(); }
    Result<void> put(const SessionRecord&) override { return fail(); }
    Result<std::size_t> erase(const std::vector<Erasure>&) override { return fail(); }
    Result<std::vector<SearchHit>> search(const SearchQuery&) override { return fail(); }
    Result<void> forget_expired(TimeMs) override { return fail(); }
    Result<StoreCounts> counts(TimeMs) override { return fail(); }

   private:
    static Unexpected fail() { return Unexpected(ErrorCode::kStoreUnavailable, "gone"); }
  };
  FailingStore store;
  const auto report = import_lines(store, good_lines());
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::kStoreUnavailable);
  ImportOptions dry;
  dry.dry_run = true;
  CHECK_FALSE(import_lines(store, good_lines(), dry));
}

namespace {

int below(std::size_t count) { return *rc::gen::inRange<int>(0, static_cast<int>(std::max<std::size_t>(count, 1))); }

// Changes the file as an accident or an attacker could.
void mutate(Lines& lines) {
  const auto line = lines.begin() + below(lines.size());
  const auto other = lines.begin() + below(lines.size());
  const auto at = static_cast<std::size_t>(below(line->size()));
  const std::string_view words[] = {
      "9223372036854775807", "-1", "0", "null", "\"\"", "{}", "[]", "true", "\"b\"", "1e9"};
  switch (below(9)) {
    case 0: lines.erase(line); break;
    case 1: lines.insert(line, *other); break;
    case 2: std::swap(*line, *other); break;
    case 3: lines.resize(static_cast<std::size_t>(line - lines.begin())); break;
    case 4: line->resize(at); break;
    case 5:
      if (!line->empty()) (*line)[at] = static_cast<char>(below(256));
      break;
    case 6:
      if (!line->empty()) line->erase(at, 1);
      break;
    case 7: line->insert(at, *other, 0, static_cast<std::size_t>(below(20))); break;
    default: {  // another value for a member
      const std::size_t colon = line->find(':', at);
      if (colon == std::string::npos) break;
      const std::size_t end = line->find_first_of(",}]", colon);
      line->replace(colon + 1, (end == std::string::npos ? line->size() : end) - colon - 1,
                    words[static_cast<std::size_t>(below(std::size(words)))]);
    }
  }
}

// Checks the invariants that an engine relies on, independently of the import's checks.
void require_sound(SessionStore& store, const std::string& session) {
  const auto record = store.record(session);
  RC_ASSERT(record.has_value());
  RC_ASSERT(record->has_value());
  const SessionState& state = (*record)->state;
  RC_ASSERT(state.session == session);
  RC_ASSERT(state.version >= state.turns);
  RC_ASSERT(static_cast<std::int64_t>((*record)->messages.size()) == state.messages - state.trimmed);
  std::int64_t seq = state.trimmed, bytes = 0;
  for (const Message& message : (*record)->messages) {
    RC_ASSERT(message.seq == ++seq);
    RC_ASSERT(message.turn <= state.turns);
    bytes += static_cast<std::int64_t>(message.text.size());
  }
  RC_ASSERT(bytes == state.bytes);
  if (state.waiting) {
    RC_ASSERT(!state.frames.empty());
    RC_ASSERT(state.frames.back().plan == state.waiting->plan);
    RC_ASSERT(state.frames.back().intent == state.waiting->intent);
  }
  std::set<std::int64_t> plans;
  for (const Frame& frame : state.frames) RC_ASSERT(frame.plan <= state.plans && plans.insert(frame.plan).second);
  auto resumed = conformance::Conversation::resume(state);
  RC_ASSERT(store.commit(resumed.next("go", "on", "a-new-id").commit()).has_value());
}

}  // namespace

TEST_CASE("no mutation of an export crashes the import or stores an invalid session") {
  const Lines good = good_lines();
  std::set<std::string> stored_names;
  CHECK(rc::check([&] {
    Lines lines = good;
    for (int i = below(4); i >= 0 && !lines.empty(); --i) mutate(lines);
    const auto store = create_memory_store();
    const auto report = import_lines(*store, lines);
    if (!report) {
      RC_ASSERT(report.error().code == ErrorCode::kInvalidRequest);
      return;
    }
    const conformance::Names names = conformance::all_listed(*store);
    RC_ASSERT(static_cast<std::int64_t>(names.size()) == report->sessions);
    RC_ASSERT(report->refusals == static_cast<std::int64_t>(report->refused.size()));
    const Lines out = test::exported(*store);
    const auto again = create_memory_store();
    const auto second = import_lines(*again, out);
    RC_ASSERT(second.has_value());
    RC_ASSERT(second->refusals == 0);
    RC_ASSERT(test::exported(*again) == out);
    for (const std::string& name : names) require_sound(*store, name);
    stored_names.insert(names.begin(), names.end());
  }));
  CHECK(stored_names.size() >= 3);  // the import accepted some sessions
}

TEST_CASE("a file in any other format does not crash the import") {
  CHECK(rc::check([] {
    Lines lines = {R"({"parley_export":2})"};
    for (int i = below(10); i > 0; --i) {
      Value line = test::Any::make<Value>();
      if (Value::Object* members = line.if_object()) {
        (*members)["kind"] = *rc::gen::element<std::string>("session", "message", "turn", "call", "end");
        if (test::Any::make<bool>()) (*members)["state"] = test::Any::make<Value>();
      }
      lines.push_back(line.to_json());
    }
    const auto store = create_memory_store();
    const auto report = import_lines(*store, lines);
    RC_ASSERT(report.has_value());
    RC_ASSERT(report->sessions == 0);
  }));
}
