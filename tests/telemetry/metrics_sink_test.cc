// Tests event counts in the format of Prometheus.
#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/telemetry/test_sinks.h"

using namespace parley;
using test::event_line;

namespace {

// Returns the value of a series as in the text; "" if it is missing.
std::string value_of(const TelemetryMetrics& metrics, const std::string& series) {
  const std::string text = "\n" + metrics.metrics();
  const std::size_t at = text.find("\n" + series + " ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + series.size() + 2;
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::size_t count_of(const std::string& text, const std::string& piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("turns, tools, intents, questions, handoffs and lost events are counted by name") {
  const auto metrics = create_metrics_sink();
  const auto written = metrics->write({
      event_line("classified", R"(,"act":"deny","acts":["deny","correct"])"),
      event_line("classified", R"(,"act":"inform","acts":["correct"])"),
      event_line("planned", R"(,"asked":"order_id")"),
      event_line("planned", R"(,"asked":"")"),
      event_line("tool", R"(,"tool":"orders.track","outcome":"ok","took_us":9000)"),
      event_line("tool", R"(,"tool":"orders.track","outcome":"timeout","took_us":10000)"),
      event_line("respond", R"(,"status":"waiting","intent":"track","us_total":900)"),
      event_line("respond", R"(,"status":"done","intent":"track","us_total":2000000)"),
      event_line("session", R"(,"what":"handed_off","reason":"requested")"),
      event_line("respond", R"(,"status":"handoff","intent":"")"),
      event_line("session", R"(,"what":"given_back","reason":"resume")"),
      R"({"v":2,"stage":"telemetry","ts":"2026-03-02T09:00:00.000Z","lost":12})",
  });
  CHECK(*written == 12);
  struct Case {
    const char* series;
    const char* value;
  };
  for (const Case& each : {
           Case{R"(parley_events_total{bot="desk",stage="planned"})", "2"},
           Case{R"(parley_acts_total{act="correct",bot="desk"})", "2"},
           Case{R"(parley_acts_total{act="deny",bot="desk"})", "1"},
           Case{R"(parley_turns_total{bot="desk",status="waiting"})", "1"},
           Case{R"(parley_turns_total{bot="desk",status="done"})", "1"},
           Case{R"(parley_turns_total{bot="desk",status="handoff"})", "1"},
           Case{R"(parley_handoffs_total{bot="desk"})", "1"},
           Case{R"(parley_intents_total{bot="desk",intent="track"})", "2"},
           Case{R"(parley_fallbacks_total{bot="desk"})", "1"},
           Case{R"(parley_asked_total{bot="desk",param="order_id"})", "1"},
           Case{R"(parley_tool_calls_total{bot="desk",outcome="ok",tool="orders.track"})", "1"},
           Case{R"(parley_tool_calls_total{bot="desk",outcome="timeout",tool="orders.track"})", "1"},
           Case{R"(parley_lost_events_total)", "12"},
           Case{R"(parley_turn_seconds_count{bot="desk"})", "2"},
           Case{R"(parley_turn_seconds_sum{bot="desk"})", "2.0009"},
           Case{R"(parley_turn_seconds_bucket{bot="desk",le="0.0005"})", "0"},
           Case{R"(parley_turn_seconds_bucket{bot="desk",le="0.001"})", "1"},
           Case{R"(parley_turn_seconds_bucket{bot="desk",le="2.5"})", "2"},
           Case{R"(parley_turn_seconds_bucket{bot="desk",le="+Inf"})", "2"},
           Case{R"(parley_tool_seconds_count{bot="desk",tool="orders.track"})", "2"},
           Case{R"(parley_stage_seconds_count{stage="planned"})", "2"},
           Case{R"(parley_asked_total{bot="desk",param=""})", ""},
       }) {
    CAPTURE(each.series, metrics->metrics());
    CHECK(value_of(*metrics, each.series) == each.value);
  }
  CHECK_THAT(metrics->metrics(), Catch::Contains("# TYPE parley_turns_total counter\n"));
  CHECK_THAT(metrics->metrics(), Catch::Contains("# TYPE parley_turn_seconds histogram\n"));
}

TEST_CASE("before the first event the number of lost events is 0") {
  CHECK(value_of(*create_metrics_sink(), "parley_lost_events_total") == "0");
}

TEST_CASE("the number of labels is limited, and excess labels are counted as other") {
  const auto metrics = create_metrics_sink(10);
  for (int i = 0; i < 100; ++i) {
    REQUIRE(metrics->write({event_line("respond", R"(,"status":"done","intent":"i)" + std::to_string(i) + "\"")}));
  }
  REQUIRE(metrics->write({event_line("respond", R"(,"status":"done","intent":"i3")")}));
  CHECK(count_of(metrics->metrics(), "\nparley_intents_total{") == 11);
  CHECK(value_of(*metrics, R"(parley_intents_total{bot="desk",intent="i3"})") == "2");
  CHECK(value_of(*metrics, R"(parley_intents_total{bot="other",intent="other"})") == "90");
  CHECK(value_of(*metrics, R"(parley_turns_total{bot="desk",status="done"})") == "101");
}

TEST_CASE("a bot whose name equals the label for other names is counted separately") {
  const auto metrics = create_metrics_sink(1);
  REQUIRE(metrics->write({event_line("respond", R"(,"bot2":1,"status":"done","intent":"other")"),
                          event_line("respond", R"(,"status":"done","intent":"a")"),
                          event_line("respond", R"(,"status":"done","intent":"b")")}));
  CHECK(value_of(*metrics, R"(parley_intents_total{bot="desk",intent="other"})") == "1");
  CHECK(value_of(*metrics, R"(parley_intents_total{bot="other",intent="other"})") == "2");
}

TEST_CASE("a missing or wrongly typed member of an event is not counted as a number or a name") {
  const auto metrics = create_metrics_sink();
  const auto written = metrics->write({"", "no JSON", "{}", "[]", R"({"stage":"tool","tool":7,"us":"long"})",
                                       R"({"stage":"respond","us_total":0.5,"intent":["a"]})",
                                       R"({"stage":"telemetry","lost":-5})", R"({"stage":"telemetry","lost":"5"})"});
  CHECK(*written == 8);
  CHECK(value_of(*metrics, "parley_lost_events_total") == "0");
  CHECK(value_of(*metrics, R"(parley_tool_calls_total{bot="",outcome="",tool=""})") == "1");
  CHECK_THAT(metrics->metrics(), !Catch::Contains("parley_turn_seconds_count"));
}

TEST_CASE("metrics can be read while events are counted") {
  const auto metrics = create_metrics_sink();
  std::atomic<bool> good{true};
  std::thread writer([&] {
    for (int i = 0; i < 500; ++i) {
      const std::string intent = "i" + std::to_string(i);
      good = good &&
             metrics->write({event_line("respond", R"(,"status":"done","us_total":5,"intent":")" + intent + "\"")});
    }
  });
  std::size_t last = 0;
  for (int i = 0; i < 20; ++i) {
    const std::size_t length = metrics->metrics().size();
    CHECK(length >= last);
    last = length;
  }
  writer.join();
  CHECK(good);
  CHECK(value_of(*metrics, R"(parley_turns_total{bot="desk",status="done"})") == "500");
}
