// Tests statistics from the rows of a store; unknown figures stay unset.
#include <catch2/catch.hpp>

#include "parley/report.h"
#include "parley/stores.h"
#include "parley/value.h"
#include "tests/conformance/conversation.h"

using namespace parley;
using conformance::Conversation;

namespace {

constexpr TimeMs kBegin = 1772442000000;  // 2026-03-02T09:00:00Z

// One turn of a stored session.
struct Row {
  std::string text;
  std::optional<std::string> intent;
  TurnStatus status = TurnStatus::kDone;
  std::vector<Step> steps = {};
  Value::Object params = {};
  std::string reason = {};
  bool complete = true;
};

void keep(SessionStore& store, const std::string& session, const std::vector<Row>& rows, TimeMs at = kBegin) {
  Conversation talk(session, at);
  for (const Row& row : rows) {
    conformance::PreparedCommit written = talk.next(row.text, "Well.");
    Turn& turn = written.turn.turn;
    turn.intent = row.intent;
    turn.status = row.status;
    turn.params = row.params;
    turn.reason = row.reason;
    written.turn.complete = row.complete;
    if (!row.steps.empty()) turn.steps = row.steps;
    for (const Step& step : turn.steps) {
      if (const auto* ask = std::get_if<AskUser>(&step)) turn.waiting_for_param = ask->param;
    }
    REQUIRE(store.commit(written.commit()));
  }
}

Step ask(std::string param, int attempt = 1) { return AskUser{std::move(param), "?", attempt, {}}; }
Step hand_off(std::string reason) {
  Handoff handoff;
  handoff.reason = std::move(reason);
  return handoff;
}

Report report_on(SessionStore& store, ReportOptions options = {}) {
  ReportBuilder builder(std::move(options));
  REQUIRE(builder.add(store));
  return builder.finish();
}

}  // namespace

TEST_CASE("questions, ends and handoffs of stored turns are counted") {
  const auto store = create_memory_store();
  keep(*store, "done",
       {{"refund", "refund", TurnStatus::kWaiting, {ask("order_id")}},
        {"hm", "refund", TurnStatus::kWaiting, {ask("order_id", 2)}},
        {"O-1", "refund", TurnStatus::kWaiting, {Confirm{"Sure?", {}, 1}}, {{"order_id", "O-1"}}},
        {"yes", "refund", TurnStatus::kDone, {Say{"Done."}}, {{"order_id", "O-1"}}}});
  keep(*store, "person",
       {{"refund", "refund", TurnStatus::kWaiting, {ask("order_id")}},
        {"a human!", "refund", TurnStatus::kHandoff, {hand_off("requested")}}});
  keep(*store, "gone", {{"refund", "refund", TurnStatus::kWaiting, {ask("order_id")}}});
  keep(*store, "late", {{"hello", std::nullopt}}, kBegin + 7'200'000);
  const Report report = report_on(*store);
  CHECK(report.from_store);
  CHECK(report.sessions == 4);
  CHECK(report.turns == 8);
  CHECK(report.handed_off == 1);
  CHECK(report.abandoned == 1);
  CHECK(report.ended == 2);
  CHECK(report.handoffs == std::vector<NamedCount>{{"requested", 1}});
  REQUIRE(report.intents.size() == 1);
  CHECK(report.intents[0].begun == 3);
  CHECK(report.intents[0].otherwise == 1);
  CHECK(report.intents[0].handed_off == 1);
  CHECK(report.intents[0].abandoned == 1);
  REQUIRE(report.params.size() == 2);
  CHECK(report.params[0].param == "order_id");
  CHECK(report.params[0].asked == 3);
  CHECK(report.params[0].missed == 1);
  CHECK(report.params[0].answered == std::array<std::int64_t, 4>{0, 1, 0, 0});
  CHECK(report.params[0].abandoned == 1);
  CHECK(report.params[1].param == "confirm");
  CHECK(report.params[1].answered == std::array<std::int64_t, 4>{1, 0, 0, 0});
  CHECK(report.unmatched == 1);
  REQUIRE(report.clusters.size() == 1);
  CHECK(report.clusters[0].examples == std::vector<std::string>{"hello"});
}

TEST_CASE("unknown figures of stored rows are unset, not 0") {
  const auto store = create_memory_store();
  keep(*store, "a", {{"refund", "refund", TurnStatus::kWaiting, {ask("order_id")}}});
  const Report report = report_on(*store);
  CHECK_FALSE(report.errors);
  CHECK_FALSE(report.lost);
  CHECK_FALSE(report.error_rate());
  CHECK(report.latency.count == 0);
  REQUIRE(report.intents.size() == 1);
  CHECK_FALSE(report.intents[0].completed);
  CHECK_FALSE(report.intents[0].digressed_from);
  REQUIRE(report.params.size() == 1);
  CHECK_FALSE(report.params[0].invalid);
  const auto json = Value::parse(render_json(report));
  REQUIRE(json);
  for (const char* path : {"errors.count", "lost", "us", "intents.0.completed", "questions.0.corrected"}) {
    INFO(path);
    REQUIRE(json->at_path(path));
    CHECK(json->at_path(path)->is_null());
  }
  CHECK(render_text(report).find("unknown") != std::string::npos);
  CHECK(render_html(report).find("unknown") != std::string::npos);
}

TEST_CASE("a restarted stored session is two conversations, and an incomplete turn is not counted") {
  const auto store = create_memory_store();
  keep(*store, "a",
       {{"refund", "refund", TurnStatus::kWaiting, {ask("order_id")}},
        {"hello", std::nullopt, TurnStatus::kDone, {}, {}, "expired"},
        {"refund", "refund", TurnStatus::kDone, {}, {}, {}, false}});
  const Report report = report_on(*store);
  CHECK(report.sessions == 1);
  CHECK(report.conversations == 2);
  CHECK(report.abandoned == 1);
  CHECK(report.turns == 2);
  CHECK(report.torn == 1);
}

TEST_CASE("stored calls are counted by outcome, without a duration") {
  const auto store = create_memory_store();
  Conversation talk("a", kBegin);
  conformance::PreparedCommit written = talk.next("refund", "Done.");
  written.calls = {{"call-1", "refunds.create", 1, CallRecord::Status::kDone, "k/1", kBegin, kBegin + 5},
                   {"call-2", "refunds.create", 1, CallRecord::Status::kUnknown, "k/2", kBegin, kBegin + 5}};
  REQUIRE(store->commit(written.commit()));
  const Report report = report_on(*store);
  REQUIRE(report.tools.size() == 1);
  CHECK(report.tools[0].calls == 2);
  CHECK(report.tools[0].outcomes == std::vector<NamedCount>{{"ok", 1}, {"unknown", 1}});
  CHECK(report.tools[0].us.count == 0);
}

TEST_CASE("a report counts the sessions on all pages of a store, archived ones too, and can select a bot and a time") {
  const auto store = create_memory_store();
  for (int i = 0; i < 450; ++i) keep(*store, "s" + std::to_string(i), {{"hello", std::nullopt}}, kBegin + i);
  SessionNotes notes;
  notes.archived_at = kBegin;
  REQUIRE(store->annotate("s7", notes));
  ReportOptions options;
  CHECK(report_on(*store).turns == 450);
  options.since = kBegin + 100;
  CHECK(report_on(*store, options).turns == 350);
  options.until = kBegin + 110;
  CHECK(report_on(*store, options).turns == 10);
  options.bot = "other";
  CHECK(report_on(*store, options).turns == 0);
}
