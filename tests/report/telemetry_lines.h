// Makes telemetry lines of turns, for tests of reports.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "base/time.h"
#include "parley/report.h"
#include "parley/trace.h"

namespace parley::test {

constexpr TimeMs kMonday = 1772442000000;  // 2026-03-02T09:00:00Z

struct ToolEvent {
  std::string tool, outcome;
  std::int64_t us = 0;
};

struct TurnEvents {
  std::string session = "a";
  std::int64_t number = 1;
  TimeMs at = kMonday;
  std::vector<std::string> trace;
  std::string status = "done";
  std::string text = "";
  std::string reason = "", code = "";
  std::string input = "text";
  std::string bot = "desk";
  std::vector<ToolEvent> tools = {};
  int version = 2;
  std::vector<std::string> acts = {};   // empty: the `classified` event has no acts, as an earlier parley wrote it
  std::vector<TraceEvent> events = {};  // empty: the `planned` event has only texts, as an earlier parley wrote it
};

inline Value line_of(const TurnEvents& turn, const char* stage, Value::Object members) {
  members.insert({{"v", turn.version},
                  {"stage", stage},
                  {"ts", base::format_iso8601(turn.at)},
                  {"session", turn.session},
                  {"turn", turn.number},
                  {"bot", turn.bot}});
  members.emplace("us", 10);
  return members;
}

// Returns the lines of a turn, including its last event.
inline std::vector<std::string> lines_of(const TurnEvents& turn) {
  std::vector<std::string> lines;
  lines.push_back(line_of(turn, "received", {{"input", turn.input}}).to_json());
  Value::Object classified{{"intent", ""}};
  if (!turn.text.empty()) classified["text"] = turn.text;
  if (!turn.acts.empty()) classified["acts"] = Value(Value::Array(turn.acts.begin(), turn.acts.end()));
  lines.push_back(line_of(turn, "classified", std::move(classified)).to_json());
  for (const ToolEvent& tool : turn.tools) {
    Value::Object members{{"tool", tool.tool}, {"outcome", tool.outcome}};
    members[turn.version == 1 ? "us" : "took_us"] = tool.us;
    lines.push_back(line_of(turn, "tool", std::move(members)).to_json());
  }
  Value::Object planned{{"trace", Value::Array(turn.trace.begin(), turn.trace.end())}};
  Value::Array events;
  for (const TraceEvent& event : turn.events) events.push_back(to_value(event));
  if (!events.empty()) planned["events"] = std::move(events);
  lines.push_back(line_of(turn, "planned", std::move(planned)).to_json());
  Value::Object respond{{"status", turn.status}};
  if (!turn.reason.empty()) respond["reason"] = turn.reason;
  if (!turn.code.empty()) respond["code"] = turn.code;
  lines.push_back(line_of(turn, "respond", std::move(respond)).to_json());
  return lines;
}

inline void add_turn(ReportBuilder& builder, const TurnEvents& turn) {
  for (const std::string& line : lines_of(turn)) REQUIRE(builder.add(line));
}

// Adds a much later event, so that all earlier ones are old at the end of the data.
inline void add_much_later_event(ReportBuilder& builder) {
  REQUIRE(builder.add(R"({"v":2,"stage":"clock","ts":"2026-04-01T00:00:00Z"})"));
}

inline Report report_on(const std::vector<TurnEvents>& turns, ReportOptions options = {}) {
  ReportBuilder builder(std::move(options));
  for (const TurnEvents& turn : turns) add_turn(builder, turn);
  add_much_later_event(builder);
  return builder.finish();
}

}  // namespace parley::test
