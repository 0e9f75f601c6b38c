// Tests the decisions of the planner as events, texts and JSON.
#include "parley/trace.h"

#include <set>

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("each rule has its own name and text, and is restored from JSON") {
  std::set<std::string> names, texts;
  for (std::size_t i = 0; i < kRules; ++i) {
    const Rule rule = static_cast<Rule>(i);
    const TraceEvent event{rule, "refund", "order_id", "why"};
    INFO(to_string(rule));
    CHECK(names.insert(to_string(rule)).second);
    CHECK(texts.insert(to_string(event)).second);
    CHECK(trace_event_from(to_value(event)) == event);
    const TraceEvent bare{rule, {}, {}, {}};
    CHECK(trace_event_from(to_value(bare)) == bare);
  }
}

TEST_CASE("the text of an event names its intent, subject and detail") {
  struct Case {
    TraceEvent event;
    const char* text;
  };
  const Case cases[] = {
      {{Rule::kIntentStarted, "refund", "", ""}, "start refund"},
      {{Rule::kQuestionAsked, "refund", "order_id", ""}, "ask refund.order_id"},
      {{Rule::kValueNotTaken, "refund", "day", "invalid"}, "not_taken refund.day: invalid"},
      {{Rule::kHandoff, "refund", "", "requested"}, "handoff: requested"},
      {{Rule::kFallback, "", "", "1"}, "fallback 1"},
      {{Rule::kSessionEvent, "refund", "", "reset"}, "event.reset"},
      {{Rule::kNoValue, "refund", "context.user.tier", ""}, "no_value: context.user.tier"},
      {{Rule::kIntentForgotten, "refund", "", ""}, "too_deep: forgot refund"},
      {{Rule::kSessionParamDropped, "", "order_id", ""}, "config_changed: dropped session param order_id"},
  };
  for (const Case& one : cases) CHECK(to_string(one.event) == one.text);
}

TEST_CASE("an object that is not a trace event is refused") {
  for (const char* json :
       {"7", "{}", R"({"rule":7})", R"({"rule":"unheard_of"})", R"({"rule":"answered","intent":7})"}) {
    INFO(json);
    CHECK_FALSE(trace_event_from(*Value::parse(json)));
  }
}
