// render_html() renders a report as one HTML page.
//
// Invariant: all data pass through escaped(), which also sanitizes them. No data appear in tag names, styles or URLs.
// The page loads nothing; its Content-Security-Policy says so.
//
// Tested by tests/report/render_html_test.cc.
#include <algorithm>

#include "report/charts.h"
#include "report/number_format.h"
#include "report/page_style.h"
#include "report/tables.h"

namespace parley {
namespace {

using report::Column;
using report::count_text;
using report::escaped;
using report::Fact;
using report::Ink;
using report::Part;
using report::ReportTable;

constexpr TimeMs kDay = 86'400'000;
constexpr std::size_t kBarsShown = 25;
constexpr std::size_t kRowsShown = 500;

void append_facts(std::string& out, const Report& report) {
  out += "<dl class=\"facts\">\n";
  for (const Fact& fact : report::facts_of(report)) {
    out += "<div><dt>" + escaped(fact.name) + "</dt><dd class=\"value\">" + escaped(fact.value) +
           "</dd><dd class=\"of\">" + escaped(fact.note) + "</dd></div>\n";
  }
  out += "</dl>\n";
}

void append_table(std::string& out, const ReportTable& table) {
  out += "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>";
  const auto kind = [&](std::size_t i) { return table.columns[i].is_number ? " class=\"number\"" : ""; };
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    out += std::string("<th scope=\"col\"") + kind(i) + ">" + escaped(table.columns[i].title) + "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) out += std::string("<td") + kind(i) + ">" + escaped(row[i]) + "</td>";
    out += "</tr>\n";
  }
  out += "</tbody></table></div>\n";
  if (table.left_out > 0) out += "<p class=\"note\">and " + std::to_string(table.left_out) + " more</p>\n";
}

void append_heading(std::string& out, std::string_view title, std::string_view note = {}) {
  out += "<h2>" + escaped(title) + "</h2>\n";
  if (!note.empty()) out += "<p class=\"note\">" + escaped(note) + "</p>\n";
}

void append_row(std::string& out, std::string_view name, std::string_view size, const std::string& chart) {
  out += "<div class=\"name\">" + escaped(name) + "</div><div class=\"size\">" + escaped(size) +
         "</div><div class=\"chart\">" + chart + "</div>\n";
}

Part part(Ink ink, std::int64_t size, const std::string& name) { return {ink, size, name + " " + count_text(size)}; }

// ---- conversations --------------------------------------------------------------------------------------------

void append_outcomes(std::string& out, const Report& report) {
  append_heading(out, "How conversations end");
  out += report::legend({{Ink::kGood, "ended"},
                         {Ink::kHandedOff, "handed off"},
                         {Ink::kAbandoned, "abandoned"},
                         {Ink::kOther, "stalled in a tool"},
                         {Ink::kOpen, "still open"}});
  out += report::bar({part(Ink::kGood, report.ended, "ended"), part(Ink::kHandedOff, report.handed_off, "handed off"),
                      part(Ink::kAbandoned, report.abandoned, "abandoned"),
                      part(Ink::kOther, report.stalled, "stalled"), part(Ink::kOpen, report.open, "open")},
                     report.conversations) +
         "\n<p class=\"note\">" +
         escaped("ended " + count_text(report.ended) + ", handed off " + count_text(report.handed_off) +
                 ", abandoned " + count_text(report.abandoned) + ", stalled " + count_text(report.stalled) +
                 ", still open " + count_text(report.open)) +
         "</p>\n";
}

void append_counts(std::string& out, const ReportTable& table, const std::vector<NamedCount>& counts, Ink ink) {
  if (counts.empty()) return;
  append_heading(out, table.title);
  out += "<div class=\"bars\">\n";
  for (std::size_t i = 0; i < counts.size() && i < kBarsShown; ++i) {
    append_row(out, table.rows[i][0], table.rows[i][1],
               report::bar({part(ink, counts[i].count, counts[i].name)}, counts.front().count));
  }
  out += "</div>\n";
}

// ---- time -----------------------------------------------------------------------------------------------------

// Returns the number of days per column, so that there are at most 62 columns. Days without a turn also count.
std::int64_t days_a_column(std::int64_t days) {
  constexpr std::int64_t kMaxBars = 62;
  if (days <= kMaxBars) return 1;
  return days <= 7 * kMaxBars ? 7 : (days + kMaxBars - 1) / kMaxBars;
}

void append_days(std::string& out, const Report& report, const char* title, std::int64_t DayFigures::*figure) {
  if (report.days.empty()) return;
  const TimeMs first = report.days.front().day;
  const std::int64_t days = (report.days.back().day - first) / kDay + 1, each = days_a_column(days);
  std::vector<Column> columns(static_cast<std::size_t>((days + each - 1) / each));
  for (const DayFigures& day : report.days) {
    columns[static_cast<std::size_t>((day.day - first) / kDay / each)].size += day.*figure;
  }
  const std::size_t apart = std::max<std::size_t>(1, (columns.size() + 3) / 4);
  std::int64_t most = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string day = report::day_text(first + static_cast<TimeMs>(i) * each * kDay);
    columns[i].description = day + ": " + count_text(columns[i].size);
    most = std::max(most, columns[i].size);
    if (i % apart == 0) columns[i].label = columns.size() > 1 ? day.substr(5) : day;
  }
  append_heading(out, std::string(title) + (each == 1 ? " by day" : " per " + std::to_string(each) + " days"),
                 "The highest column is " + count_text(most) + "; the first day is " + report::day_text(first) + ".");
  out += report::columns(columns, title) + "\n";
}

void append_hours(std::string& out, const Report& report) {
  std::vector<Column> columns;
  std::int64_t most = 0;
  for (std::size_t hour = 0; hour < report.hours.size(); ++hour) {
    const std::string name = (hour < 10 ? "0" : "") + std::to_string(hour);
    columns.push_back({report.hours[hour], hour % 3 == 0 ? name : "", name + ":00: " + count_text(report.hours[hour])});
    most = std::max(most, report.hours[hour]);
  }
  append_heading(out, "Messages by hour of the day", "Hours in UTC; the highest column is " + count_text(most) + ".");
  out += report::columns(columns, "Messages by hour of the day") + "\n";
}

// ---- intents, tools, messages ---------------------------------------------------------------------------------

void append_intents(std::string& out, const Report& report) {
  if (report.intents.empty()) return;
  append_heading(out, "How intents end", "Each bar shows the ends of an intent; the number counts its starts.");
  std::vector<report::LegendEntry> entries;
  if (!report.from_store) entries = {{Ink::kGood, "completed"}, {Ink::kCancelled, "cancelled"}};
  entries.push_back({Ink::kHandedOff, "handed off"});
  entries.push_back({Ink::kAbandoned, "abandoned"});
  entries.push_back({Ink::kOther, report.from_store ? "completed or cancelled" : "otherwise"});
  entries.push_back({Ink::kOpen, "open"});
  out += report::legend(entries) + "<div class=\"bars\">\n";
  for (std::size_t i = 0; i < report.intents.size() && i < kBarsShown; ++i) {
    const IntentFigures& one = report.intents[i];
    append_row(out, one.intent, count_text(one.begun),
               report::bar({part(Ink::kGood, one.completed.value_or(0), "completed"),
                            part(Ink::kCancelled, one.cancelled.value_or(0), "cancelled"),
                            part(Ink::kHandedOff, one.handed_off, "handed off"),
                            part(Ink::kAbandoned, one.abandoned, "abandoned"),
                            part(Ink::kOther, one.otherwise, "otherwise"), part(Ink::kOpen, one.open, "open")},
                           one.begun));
  }
  out += "</div>\n";
  append_table(out, report::intent_table(report, kRowsShown));
}

void append_questions(std::string& out, const Report& report) {
  if (report.params.empty()) return;
  append_heading(
      out, "How questions are answered",
      "Each bar shows the answers to a question; the number counts how often it was asked. The questions with the "
      "most failed answers come first.");
  out += report::legend({{Ink::kGood, "answered at once"},
                         {Ink::kCancelled, "answered later"},
                         {Ink::kHandedOff, "exhausted"},
                         {Ink::kAbandoned, "abandoned"},
                         {Ink::kOther, "otherwise"}}) +
         "<div class=\"bars\">\n";
  for (std::size_t i = 0; i < report.params.size() && i < kBarsShown; ++i) {
    const ParamFigures& one = report.params[i];
    const std::int64_t later = one.answered[1] + one.answered[2] + one.answered[3];
    const std::int64_t counted = one.answered[0] + later + one.exhausted + one.abandoned;
    append_row(
        out, report::question_name(one), count_text(one.asked),
        report::bar(
            {part(Ink::kGood, one.answered[0], "answered at once"), part(Ink::kCancelled, later, "answered later"),
             part(Ink::kHandedOff, one.exhausted, "exhausted"), part(Ink::kAbandoned, one.abandoned, "abandoned"),
             part(Ink::kOther, std::max<std::int64_t>(0, one.asked - counted), "otherwise")},
            std::max(one.asked, counted)));
  }
  out += "</div>\n";
  append_table(out, report::question_table(report, kRowsShown));
}

void append_tools(std::string& out, const Report& report) {
  if (report.tools.empty()) return;
  append_heading(out, "Tools", "Slowest first.");
  std::int64_t longest = 0;
  for (const ToolFigures& one : report.tools) longest = std::max(longest, one.us.p95);
  if (longest > 0) {
    out += report::legend({{Ink::kGood, "median (p50)"}, {Ink::kCancelled, "95 % of the calls (p95)"}}) +
           "<div class=\"bars\">\n";
    for (std::size_t i = 0; i < report.tools.size() && i < kBarsShown; ++i) {
      const DurationFigures& us = report.tools[i].us;
      if (us.count == 0) continue;
      append_row(out, report.tools[i].tool, report::duration_text(us.p95),
                 report::bar({{Ink::kGood, us.p50, "p50 " + report::duration_text(us.p50)},
                              {Ink::kCancelled, us.p95 - us.p50, "p95 " + report::duration_text(us.p95)}},
                             longest));
    }
    out += "</div>\n";
  }
  append_table(out, report::tool_table(report, kRowsShown));
}

void append_clusters(std::string& out, const Report& report) {
  if (report.clusters.empty()) return;
  append_heading(out, "Messages without an intent",
                 "Grouped by shared words, with examples. # replaces ids and numbers that may be personal.");
  out += "<ol class=\"clusters\">\n";
  for (const MessageCluster& cluster : report.clusters) {
    const std::string words = cluster.words.empty() ? "(no long word)" : cluster.words;
    out += "<li><span class=\"count\">" + count_text(cluster.count) + "</span><strong class=\"words\">" +
           escaped(words) + "</strong><ul>";
    for (const std::string& example : cluster.examples) out += "<li>" + escaped(example) + "</li>";
    out += "</ul></li>\n";
  }
  out += "</ol>\n";
  if (report.clustered_elsewhere > 0) {
    out += "<p class=\"note\">and " + count_text(report.clustered_elsewhere) + " messages in other groups</p>\n";
  }
}

}  // namespace

std::string render_html(const Report& report) {
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>parley report</title>\n<style>";
  out += report::kPageStyle;
  out +=
      "</style></head>\n<body>\n<h1>Where conversations fail</h1>\n<p>" + escaped(report::headline(report)) + "</p>\n";
  for (const std::string& remark : report::remarks_of(report)) {
    out += "<p class=\"note\">" + escaped(remark) + "</p>\n";
  }
  if (report.turns > 0) {
    out += report::ink_definitions();
    append_facts(out, report);
    append_outcomes(out, report);
    append_counts(out, report::handoff_table(report), report.handoffs, Ink::kHandedOff);
    append_counts(out, report::error_table(report), report.error_codes, Ink::kAbandoned);
    append_intents(out, report);
    append_questions(out, report);
    append_clusters(out, report);
    append_tools(out, report);
    append_days(out, report, "Messages", &DayFigures::messages);
    append_days(out, report, "Handoffs", &DayFigures::handoffs);
    append_hours(out, report);
    if (report.days.size() <= kRowsShown) {
      out += "<details><summary>Table of days</summary>\n";
      append_table(out, report::day_table(report));
      out += "</details>\n";
    }
  }
  return out + "</body></html>\n";
}

}  // namespace parley
