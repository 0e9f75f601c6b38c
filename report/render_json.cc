// render_json() renders a report as JSON for programs. Unknown values are null.
// Tested by tests/report/render_html_test.cc.
#include "base/time.h"
#include "parley/report.h"
#include "parley/value.h"

namespace parley {
namespace {

using Object = Value::Object;

Value known(std::optional<std::int64_t> count) { return count ? Value(*count) : Value(); }
Value known(std::optional<double> share) { return share ? Value(*share) : Value(); }
Value moment(TimeMs at) { return base::format_iso8601(at); }

Value counts(const std::vector<NamedCount>& all) {
  Value::Array out;
  for (const NamedCount& one : all) out.push_back(Object{{"name", one.name}, {"count", one.count}});
  return out;
}

Value durations(const DurationFigures& us) {
  if (us.count == 0) return {};
  return Object{{"count", us.count}, {"p50", us.p50}, {"p95", us.p95}, {"p99", us.p99}, {"max", us.max}};
}

Value intents(const Report& report) {
  Value::Array out;
  for (const IntentFigures& one : report.intents) {
    out.push_back(Object{{"intent", one.intent},
                         {"begun", one.begun},
                         {"completed", known(one.completed)},
                         {"cancelled", known(one.cancelled)},
                         {"handed_off", one.handed_off},
                         {"abandoned", one.abandoned},
                         {"otherwise", one.otherwise},
                         {"open", one.open},
                         {"digressed_from", known(one.digressed_from)}});
  }
  return out;
}

Value questions(const Report& report) {
  Value::Array out;
  for (const ParamFigures& one : report.params) {
    Value::Array answered;
    for (const std::int64_t count : one.answered) answered.emplace_back(count);
    out.push_back(Object{{"intent", one.intent},
                         {"param", one.param},
                         {"asked", one.asked},
                         {"answered", std::move(answered)},
                         {"missed", one.missed},
                         {"not_understood", known(one.not_understood)},
                         {"invalid", known(one.invalid)},
                         {"silent", known(one.silent)},
                         {"rejected", known(one.rejected)},
                         {"exhausted", one.exhausted},
                         {"abandoned", one.abandoned},
                         {"corrected", known(one.corrected)},
                         {"denied", known(one.denied)}});
  }
  return out;
}

Value tools(const Report& report) {
  Value::Array out;
  for (const ToolFigures& one : report.tools) {
    out.push_back(Object{
        {"tool", one.tool}, {"calls", one.calls}, {"outcomes", counts(one.outcomes)}, {"us", durations(one.us)}});
  }
  return out;
}

Value unmatched(const Report& report) {
  Value::Array clusters;
  for (const MessageCluster& one : report.clusters) {
    clusters.push_back(Object{{"words", one.words},
                              {"count", one.count},
                              {"examples", Value::Array(one.examples.begin(), one.examples.end())}});
  }
  return Object{{"count", report.unmatched},
                {"rate", known(report.unmatched_rate())},
                {"with_text", report.unmatched_texts},
                {"clusters", std::move(clusters)},
                {"in_other_clusters", report.clustered_elsewhere}};
}

Value days(const Report& report) {
  Value::Array out;
  for (const DayFigures& one : report.days) {
    out.push_back(Object{{"day", base::format_iso8601(one.day).substr(0, 10)},
                         {"conversations", one.conversations},
                         {"messages", one.messages},
                         {"handoffs", one.handoffs}});
  }
  return out;
}

}  // namespace

std::string render_json(const Report& report) {
  Value::Array hours;
  for (const std::int64_t count : report.hours) hours.emplace_back(count);
  const Object out{{"source", report.from_store ? "store" : "events"},
                   {"bots", Value::Array(report.bots.begin(), report.bots.end())},
                   {"first", report.turns > 0 ? moment(report.first) : Value()},
                   {"last", report.turns > 0 ? moment(report.last) : Value()},
                   {"events", report.events},
                   {"not_events", report.not_events},
                   {"torn", report.torn},
                   {"lost", known(report.lost)},
                   {"sessions", report.sessions},
                   {"turns", report.turns},
                   {"messages", report.messages},
                   {"conversations", Object{{"count", report.conversations},
                                            {"handed_off", report.handed_off},
                                            {"given_back", report.given_back},
                                            {"abandoned", report.abandoned},
                                            {"stalled", report.stalled},
                                            {"ended", report.ended},
                                            {"open", report.open},
                                            {"containment", known(report.containment())},
                                            {"handoff_rate", known(report.handoff_rate())},
                                            {"abandoned_rate", known(report.abandoned_rate())}}},
                   {"handoffs", counts(report.handoffs)},
                   {"errors", Object{{"count", known(report.errors)},
                                     {"rate", known(report.error_rate())},
                                     {"codes", counts(report.error_codes)}}},
                   {"us", durations(report.latency)},
                   {"days", days(report)},
                   {"hours", std::move(hours)},
                   {"intents", intents(report)},
                   {"questions", questions(report)},
                   {"tools", tools(report)},
                   {"unmatched", unmatched(report)},
                   {"remarks", Object{{"count", known(report.remarks)}, {"rate", known(report.remark_rate())}}}};
  return Value(out).to_json();
}

}  // namespace parley
