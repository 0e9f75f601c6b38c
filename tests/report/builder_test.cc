// Tests statistics from event lines: which events count, and robustness against any line.
#include <catch2/catch.hpp>

#include "tests/report/telemetry_lines.h"

using namespace parley;
using test::add_turn;
using test::kMonday;
using test::report_on;
using test::TurnEvents;

namespace {

constexpr TimeMs kMinute = 60'000;

TurnEvents turn(std::string session, std::int64_t number, TimeMs at, std::vector<std::string> trace,
                std::string status) {
  TurnEvents reported;
  reported.session = std::move(session);
  reported.number = number;
  reported.at = at;
  reported.trace = std::move(trace);
  reported.status = std::move(status);
  return reported;
}

// Returns for example "2 conversations: 1 handed off, 1 abandoned, 0 stalled, 0 ended, 0 open".
std::string outcomes(const Report& report) {
  return std::to_string(report.conversations) + ": " + std::to_string(report.handed_off) + " handed off, " +
         std::to_string(report.abandoned) + " abandoned, " + std::to_string(report.stalled) + " stalled, " +
         std::to_string(report.ended) + " ended, " + std::to_string(report.open) + " open";
}

}  // namespace

TEST_CASE("a conversation's outcome is a handoff if any turn hands off, or else the outcome of its last turn") {
  struct Case {
    std::vector<TurnEvents> turns;
    const char* outcome;
  };
  const std::vector<Case> cases = {
      {{turn("a", 1, kMonday, {"start x", "done x"}, "done")},
       "1: 0 handed off, 0 abandoned, 0 stalled, 1 ended, 0 open"},
      {{turn("a", 1, kMonday, {"start x", "ask x.y"}, "waiting")},
       "1: 0 handed off, 1 abandoned, 0 stalled, 0 ended, 0 open"},
      {{turn("a", 1, kMonday, {"start x", "call x.t"}, "tool_call")},
       "1: 0 handed off, 0 abandoned, 1 stalled, 0 ended, 0 open"},
      {{turn("a", 1, kMonday, {"handoff: requested"}, "handoff"),
        turn("a", 2, kMonday, {"start x", "ask x.y"}, "waiting")},
       "1: 1 handed off, 0 abandoned, 0 stalled, 0 ended, 0 open"},
  };
  for (const Case& one : cases) CHECK(outcomes(report_on(one.turns)) == one.outcome);
}

TEST_CASE("a question is abandoned if it has been open for at least the idle time when the data end") {
  for (const auto& [idle, abandoned] : {std::pair{10 * kMinute, 1}, {20 * kMinute, 1}, {20 * kMinute + 1, 0}}) {
    ReportOptions options;
    options.idle = std::chrono::milliseconds(idle);
    ReportBuilder builder(options);
    add_turn(builder, turn("a", 1, kMonday, {"start x", "ask x.y"}, "waiting"));
    add_turn(builder, turn("b", 1, kMonday + 20 * kMinute, {"start x", "done x"}, "done"));
    const Report report = builder.finish();
    CHECK(report.abandoned == abandoned);
    CHECK(report.open == 1 - abandoned);
    CHECK(report.over() == 1 + abandoned);
    REQUIRE(report.params.size() == 1);
    CHECK(report.params[0].abandoned == abandoned);
  }
}

TEST_CASE("a restarted session begins another conversation") {
  TurnEvents restarted = turn("a", 2, kMonday + kMinute, {"start x", "done x"}, "done");
  for (const char* reason : {"expired", "ended", "rolled_over"}) {
    restarted.reason = reason;
    const Report report = report_on({turn("a", 1, kMonday, {"start x", "ask x.y"}, "waiting"), restarted});
    INFO(reason);
    CHECK(outcomes(report) == "2: 0 handed off, 1 abandoned, 0 stalled, 1 ended, 0 open");
    CHECK(report.sessions == 1);
    REQUIRE(report.intents.size() == 1);
    CHECK(report.intents[0].abandoned == 1);
    CHECK(report.intents[0].completed == 1);
  }
  SECTION("when its turns count from one again") {
    CHECK(report_on({turn("a", 1, kMonday, {}, "done"), turn("a", 1, kMonday, {}, "done")}).conversations == 2);
  }
  SECTION("but not when the session reaches its turn limit") {
    restarted.reason = "max_turns";
    CHECK(report_on({turn("a", 1, kMonday, {}, "done"), restarted}).conversations == 1);
  }
}

TEST_CASE("a failed turn is counted and does not change other figures") {
  TurnEvents failed = turn("a", 2, kMonday, {"answered x.y", "done x"}, "error");
  failed.code = "store_unavailable";
  failed.text = "hello";
  const Report report = report_on({turn("a", 1, kMonday, {"start x", "ask x.y"}, "waiting"), failed,
                                   turn("a", 2, kMonday, {"answered x.y", "done x"}, "done")});
  CHECK(report.turns == 3);
  CHECK(report.errors == 1);
  CHECK(report.error_codes == std::vector<NamedCount>{{"store_unavailable", 1}});
  REQUIRE(report.error_rate());
  CHECK(*report.error_rate() == Approx(1.0 / 3));
  CHECK(report.conversations == 1);
  REQUIRE(report.intents.size() == 1);
  CHECK(report.intents[0].completed == 1);
  CHECK(report.params[0].answered[0] == 1);
}

TEST_CASE("turns are counted by time range and bot") {
  TurnEvents other = turn("c", 1, kMonday + kMinute, {}, "done");
  other.bot = "other";
  const std::vector<TurnEvents> turns = {turn("a", 1, kMonday, {}, "done"), turn("b", 1, kMonday + kMinute, {}, "done"),
                                         other, turn("d", 1, kMonday + 2 * kMinute, {}, "done")};
  struct Case {
    TimeMs since, until;
    const char* bot;
    std::int64_t turns;
  };
  for (const Case& one :
       {Case{INT64_MIN, INT64_MAX, "", 4}, Case{kMonday + kMinute, INT64_MAX, "", 3},
        Case{INT64_MIN, kMonday + 2 * kMinute, "", 3}, Case{INT64_MIN, INT64_MAX, "other", 1},
        Case{kMonday + kMinute, kMonday + 2 * kMinute, "desk", 1}, Case{INT64_MIN, INT64_MAX, "nobody", 0}}) {
    ReportOptions options;
    options.since = one.since;
    options.until = one.until;
    options.bot = one.bot;
    const Report report = report_on(turns, options);
    CHECK(report.turns == one.turns);
    CHECK(report.events == 17);
  }
}

TEST_CASE("turns of several sessions may be mixed, and an incomplete one does not count") {
  ReportBuilder builder;
  const auto a = test::lines_of(turn("a", 1, kMonday, {"start x", "done x"}, "done"));
  const auto b = test::lines_of(turn("b", 1, kMonday, {"start y", "done y"}, "done"));
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(builder.add(a[i]));
    REQUIRE(builder.add(b[i]));
  }
  const auto torn = test::lines_of(turn("a", 2, kMonday, {"start z"}, "done"));
  for (std::size_t i = 0; i + 1 < torn.size(); ++i) REQUIRE(builder.add(torn[i]));
  add_turn(builder, turn("a", 3, kMonday, {"start x", "done x"}, "done"));
  REQUIRE(builder.add(torn[0]));
  const Report report = builder.finish();
  CHECK(report.turns == 3);
  CHECK(report.torn == 2);
  REQUIRE(report.intents.size() == 2);
  CHECK(report.intents[0].intent == "x");
  CHECK(report.intents[0].completed == 2);
}

TEST_CASE("an invalid line is counted and reported, and an event of a newer version is skipped") {
  ReportBuilder builder;
  for (const char* line :
       {"", "x", "[]", "{}", "{\"v\":2}", R"({"v":"2","stage":"respond","ts":"2026-03-02T09:00:00Z"})",
        R"({"v":2,"stage":"respond","ts":"yesterday"})", "{\"v\":2,\"stage\":\"resp", "\xff\xfe"}) {
    const auto added = builder.add(line);
    INFO(line);
    REQUIRE_FALSE(added);
    CHECK(added.error().code == ErrorCode::kInvalidRequest);
  }
  CHECK(builder.add("{\"v\":2,\"stage\":\"resp", true));
  CHECK(builder.add(R"({"v":7,"stage":"weather","ts":"2026-03-02T09:00:00Z","sky":{"blue":true}})"));
  CHECK(builder.add(R"({"v":2,"stage":"telemetry","ts":"2026-03-02T09:00:00Z","lost":5})"));
  // Members of a wrong type count as missing.
  CHECK(builder.add(
      R"({"v":2,"stage":"planned","ts":"2026-03-02T09:00:00Z","session":"a","turn":"one","trace":{"start":7}})"));
  CHECK(builder.add(R"({"v":2,"stage":"respond","ts":"2026-03-02T09:00:00Z","session":"a","status":5,"us_total":-1})"));
  const Report report = builder.finish();
  CHECK(report.not_events == 9);
  CHECK(report.torn == 1);
  CHECK(report.events == 4);
  CHECK(report.lost == 5);
  CHECK(report.turns == 1);
}

TEST_CASE("the figures of tools and turns come from the fields of their events, and version 1 has fewer fields") {
  TurnEvents first = turn("a", 1, kMonday, {"start x", "done x"}, "done");
  first.tools = {{"orders.find", "ok", 400}, {"orders.find", "failed", 1'000}};
  TurnEvents result = turn("a", 2, kMonday, {"done x"}, "done");
  result.input = "tool_result";
  result.tools = {{"refunds.create", "ok", 90'000}};
  for (const int version : {1, 2}) {
    first.version = result.version = version;
    const Report report = report_on({first, result});
    CHECK(report.messages == 1);
    REQUIRE(report.tools.size() == 2);
    const ToolFigures& find = report.tools[version == 1 ? 0 : 1];
    CHECK(find.tool == "orders.find");
    CHECK(find.calls == 2);
    CHECK(find.outcomes == std::vector<NamedCount>{{"failed", 1}, {"ok", 1}});
    CHECK(find.us.p50 == 400);
    CHECK(find.us.max == 1'000);
    const ToolFigures& create = report.tools[version == 1 ? 1 : 0];
    CHECK(create.calls == 1);
    CHECK(create.us.count == (version == 1 ? 0 : 1));
    CHECK(report.latency.count == 2);
    CHECK(report.latency.max == (version == 1 ? 90040 : 60));  // the sum of the times of its events
  }
}

TEST_CASE("messages are counted by day and hour of arrival, also before 1970") {
  const Report report =
      report_on({turn("a", 1, kMonday, {}, "done"), turn("a", 2, kMonday + 15 * 60 * kMinute, {}, "done"),
                 turn("b", 1, -1, {"handoff: requested"}, "handoff")});
  REQUIRE(report.days.size() == 3);
  CHECK(report.days[0].day == -86'400'000);
  CHECK(report.days[0].handoffs == 1);
  CHECK(report.days[1].conversations == 1);
  CHECK(report.days[2].conversations == 0);
  CHECK(report.hours[23] == 1);
  CHECK(report.hours[9] == 1);
  CHECK(report.hours[0] == 1);
}

TEST_CASE("examples of unmatched messages are redacted, and not shown without a working redaction") {
  TurnEvents said = turn("a", 1, kMonday, {"fallback 1"}, "done");
  said.text = "Anna Miller wants her gift card 12345678 now";
  ReportOptions options;
  SECTION("the redaction replaces them") {
    options.redact = [](std::string_view text) { return "{name}" + std::string(text.substr(11)); };
    const Report report = report_on({said}, options);
    REQUIRE(report.clusters.size() == 1);
    CHECK(report.clusters[0].examples == std::vector<std::string>{"{name} wants her gift card # now"});
    CHECK(report.clusters[0].words.find("anna") == std::string::npos);
  }
  SECTION("the redaction throws an exception") {
    options.redact = [](std::string_view) -> std::string { throw 1; };
    CHECK(report_on({said}, options).clusters.empty());
  }
  SECTION("the report must contain no texts") {
    options.texts = false;
    CHECK(report_on({said}, options).clusters.empty());
  }
  SECTION("the message was understood") {
    said.trace = {"start x", "done x"};
    CHECK(report_on({said}, options).clusters.empty());
  }
  const Report report = report_on({said, said}, options);
  CHECK(report.unmatched == (said.trace[0] == "fallback 1" ? 2 : 0));
}

TEST_CASE("the numbers of names, sessions and texts stay within the memory limits") {
  ReportOptions options;
  options.clusters = 5;
  options.top = 3;
  ReportBuilder builder(options);
  const std::string huge(10'000, 'x');
  for (int i = 0; i < 300; ++i) {
    TurnEvents one =
        turn(huge + std::to_string(i), 1, kMonday, {"fallback 1", "start " + huge + std::to_string(i)}, "done");
    one.text = "word" + std::to_string(i * 7919) + "ish " + huge;
    add_turn(builder, one);
  }
  const Report report = builder.finish();
  CHECK(report.sessions == 300);
  REQUIRE(report.intents.size() == 1);
  CHECK(report.intents[0].intent.size() == 128);
  CHECK(report.clusters.size() <= 3);
  CHECK(report.unmatched_texts == 300);
}

TEST_CASE("empty data has no shares") {
  ReportBuilder builder;
  const Report report = builder.finish();
  CHECK_FALSE(report.containment());
  CHECK_FALSE(report.error_rate());
  CHECK_FALSE(report.unmatched_rate());
  CHECK(render_text(report) == "No turns.\n");
  CHECK(Value::parse(render_json(report)));
  CHECK(render_html(report).find("No turns.") != std::string::npos);
}

TEST_CASE("events count like the texts of an earlier version, and if a line has both, only the events count") {
  const std::vector<TurnEvents> texts = {turn("a", 1, kMonday, {"start refund", "ask refund.order_id"}, "waiting"),
                                         turn("a", 2, kMonday + 1'000, {"command.cancel"}, "done"),
                                         turn("b", 1, kMonday, {"fallback 1", "handoff: fallback"}, "handoff")};
  std::vector<TurnEvents> events = texts;
  events[0].events = {{Rule::kIntentStarted, "refund", "", ""}, {Rule::kQuestionAsked, "refund", "order_id", ""}};
  events[1].events = {{Rule::kCancelCommand, "refund", "", ""}, {Rule::kIntentCancelled, "refund", "", ""}};
  events[2].events = {{Rule::kFallback, "", "", "1"}, {Rule::kHandoff, "", "", "fallback"}};
  for (TurnEvents& one : events) one.trace = {"start other", "handoff: other"};
  const Report report = report_on(events);
  CHECK(render_json(report) == render_json(report_on(texts)));
  REQUIRE(report.intents.size() == 1);
  CHECK(report.intents[0].cancelled == 1);
  REQUIRE(report.handoffs.size() == 1);
  CHECK(report.handoffs[0].name == "fallback");
}

TEST_CASE("an event with an unknown rule is left out") {
  ReportBuilder builder;
  REQUIRE(builder.add(
      R"({"v":2,"stage":"planned","ts":"2026-03-02T09:00:00Z","session":"a","turn":1,"events":[7,{"rule":"of_tomorrow"},{"rule":"fallback","detail":"1"}]})"));
  REQUIRE(
      builder.add(R"({"v":2,"stage":"respond","ts":"2026-03-02T09:00:00Z","session":"a","turn":1,"status":"done"})"));
  CHECK(builder.finish().turns == 1);
}

TEST_CASE("remarks are counted among the messages, if the events have dialog acts") {
  TurnEvents plain = {"a", 1, kMonday, {"start x"}};
  CHECK_FALSE(report_on({plain}).remarks);
  CHECK_FALSE(report_on({plain}).remark_rate());
  TurnEvents remark = plain;
  plain.acts = {"inform"};
  remark.acts = {"affirm", "remark"};
  const Report report = report_on({plain, remark, plain, plain});
  CHECK(report.remarks == 1);
  CHECK(report.remark_rate() == .25);
}
