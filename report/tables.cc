// Tested by tests/report/render_html_test.cc.
#include "report/tables.h"

#include <algorithm>

#include "report/number_format.h"
#include "report/sanitize_text.h"

namespace parley::report {
namespace {

std::string plural(std::int64_t count, const char* one, const char* many) {
  return count_text(count) + " " + (count == 1 ? one : many);
}

std::string of_finished(const Report& report, std::int64_t count) {
  return count_text(count) + " of " + count_text(report.over()) + " finished";
}

std::string names(const std::vector<std::string>& all) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t i = 0; i < all.size() && i < kShown; ++i) text += (i > 0 ? ", " : "") + sanitize_text(all[i]);
  if (all.size() > kShown) text += " and " + std::to_string(all.size() - kShown) + " more";
  return text;
}

// Cuts the table to `most` rows.
void cut(ReportTable& table, std::size_t most) {
  if (table.rows.size() <= most) return;
  table.left_out = table.rows.size() - most;
  table.rows.resize(most);
}

ReportTable counted(const char* title, const char* name, const std::vector<NamedCount>& counts, std::int64_t whole) {
  ReportTable table{title, "", {{name}, {"times", true}, {"share", true}}, {}};
  for (const NamedCount& one : counts) {
    table.rows.push_back({sanitize_text(one.name), count_text(one.count), share_text(one.count, whole)});
  }
  return table;
}

std::int64_t sum(const std::vector<NamedCount>& counts) {
  std::int64_t all = 0;
  for (const NamedCount& one : counts) all += one.count;
  return all;
}

}  // namespace

std::string headline(const Report& report) {
  if (report.turns == 0) return "No turns.";
  const std::string first = minute_text(report.first), last = minute_text(report.last);
  return names(report.bots) + (report.bots.empty() ? "" : ", ") + first + (first == last ? "" : " to " + last) +
         " UTC: " + plural(report.conversations, "conversation", "conversations") + " in " +
         plural(report.sessions, "session", "sessions") + ", " + plural(report.turns, "turn", "turns") + ", " +
         plural(report.messages, "message", "messages");
}

std::vector<Fact> facts_of(const Report& report) {
  std::vector<Fact> facts;
  facts.push_back({"contained", share_text(report.containment()),
                   of_finished(report, report.over() - report.handed_off) + ", without a person"});
  facts.push_back({"handed off", share_text(report.handoff_rate()),
                   of_finished(report, report.handed_off) +
                       (report.given_back > 0 ? ", given back " + plural(report.given_back, "time", "times") : "")});
  facts.push_back({"abandoned", share_text(report.abandoned_rate()),
                   of_finished(report, report.abandoned) + ", with a question open"});
  if (report.stalled > 0) {
    facts.push_back({"stalled", share_text(report.stalled, report.over()),
                     of_finished(report, report.stalled) + ", waiting for a tool"});
  }
  facts.push_back({"still open", count_text(report.open), "not counted as finished"});
  facts.push_back({"no intent found", share_text(report.unmatched_rate()),
                   plural(report.unmatched, "message", "messages") + " of " + count_text(report.messages)});
  if (report.remarks) {
    facts.push_back({"remarks", share_text(report.remark_rate()),
                     plural(*report.remarks, "message", "messages") + " with words that the bot did not take"});
  }
  facts.push_back({"errors", report.errors ? share_text(report.error_rate()) : kUnknown,
                   report.errors ? plural(*report.errors, "turn", "turns") + " of " + count_text(report.turns)
                                 : "stores do not record failed turns"});
  const DurationFigures& us = report.latency;
  facts.push_back({"time per turn", us.count > 0 ? duration_text(us.p95) + " p95" : kUnknown,
                   us.count > 0 ? duration_text(us.p50) + " p50, " + duration_text(us.p99) + " p99, " +
                                      duration_text(us.max) + " max"
                                : "no durations recorded"});
  if (!report.lost || *report.lost > 0) {
    facts.push_back({"events lost", count_text(report.lost), report.lost ? "by sinks that could not write them" : ""});
  }
  return facts;
}

std::vector<std::string> remarks_of(const Report& report) {
  std::vector<std::string> remarks;
  if (report.from_store) {
    remarks.emplace_back(
        "Counted from stored turns, which do not record durations, errors and digressions, or whether an intent was "
        "completed or cancelled.");
  }
  if (report.not_events > 0) {
    remarks.push_back("Skipped " + plural(report.not_events, "line that is not an event", "lines that are not events") +
                      ".");
  }
  if (report.torn > 0) {
    remarks.push_back("Skipped " + plural(report.torn, "incomplete turn or line", "incomplete turns or lines") + ".");
  }
  return remarks;
}

ReportTable handoff_table(const Report& report) {
  return counted("Handed off, by reason", "reason", report.handoffs, sum(report.handoffs));
}

ReportTable error_table(const Report& report) {
  return counted("Errors, by code", "code", report.error_codes, sum(report.error_codes));
}

ReportTable intent_table(const Report& report, std::size_t most) {
  ReportTable table{"Intents",
                    "",
                    {{"intent"},
                     {"begun", true},
                     {"completed", true},
                     {"cancelled", true},
                     {"handed off", true},
                     {"abandoned", true},
                     {"otherwise", true},
                     {"open", true},
                     {"digressed from", true}},
                    {}};
  for (const IntentFigures& one : report.intents) {
    table.rows.push_back({sanitize_text(one.intent), count_text(one.begun), count_text(one.completed),
                          count_text(one.cancelled), count_text(one.handed_off), count_text(one.abandoned),
                          count_text(one.otherwise), count_text(one.open), count_text(one.digressed_from)});
  }
  cut(table, most);
  return table;
}

std::string question_name(const ParamFigures& figures) {
  const std::string intent = sanitize_text(figures.intent), param = sanitize_text(figures.param);
  if (param == "confirm") return intent + " (confirmation)";
  return param == "choice" ? intent + " (choice)" : intent + "." + param;
}

ReportTable question_table(const Report& report, std::size_t most) {
  ReportTable table{"Questions",
                    "",
                    {{"question"},
                     {"asked", true},
                     {"answered at once", true},
                     {"2nd try", true},
                     {"3rd try", true},
                     {"later", true},
                     {"not understood", true},
                     {"invalid", true},
                     {"silent", true},
                     {"rejected", true},
                     {"exhausted", true},
                     {"abandoned", true},
                     {"corrected", true}},
                    {}};
  for (const ParamFigures& one : report.params) {
    const auto& answered = one.answered;
    table.rows.push_back({question_name(one), count_text(one.asked), count_text(answered[0]), count_text(answered[1]),
                          count_text(answered[2]), count_text(answered[3]), count_text(one.not_understood),
                          count_text(one.invalid), count_text(one.silent), count_text(one.rejected),
                          count_text(one.exhausted), count_text(one.abandoned), count_text(one.corrected)});
  }
  cut(table, most);
  return table;
}

ReportTable tool_table(const Report& report, std::size_t most) {
  ReportTable table{
      "Tools", "", {{"tool"}, {"calls", true}, {"outcomes"}, {"p50", true}, {"p95", true}, {"max", true}}, {}};
  for (const ToolFigures& one : report.tools) {
    std::string outcomes;
    for (const NamedCount& outcome : one.outcomes) {
      outcomes += (outcomes.empty() ? "" : ", ") + sanitize_text(outcome.name) + " " + count_text(outcome.count);
    }
    const bool is_known = one.us.count > 0;
    table.rows.push_back({sanitize_text(one.tool), count_text(one.calls), std::move(outcomes),
                          is_known ? duration_text(one.us.p50) : kUnknown,
                          is_known ? duration_text(one.us.p95) : kUnknown,
                          is_known ? duration_text(one.us.max) : kUnknown});
  }
  cut(table, most);
  return table;
}

ReportTable day_table(const Report& report) {
  ReportTable table{"Days", "", {{"day"}, {"conversations", true}, {"messages", true}, {"handoffs", true}}, {}};
  for (const DayFigures& day : report.days) {
    table.rows.push_back(
        {day_text(day.day), count_text(day.conversations), count_text(day.messages), count_text(day.handoffs)});
  }
  return table;
}

}  // namespace parley::report
