// render_text() renders a report for a terminal.
// Tested by tests/report/render_html_test.cc.
#include <algorithm>

#include "base/text.h"
#include "report/number_format.h"
#include "report/sanitize_text.h"
#include "report/tables.h"

namespace parley {
namespace {

using report::Fact;
using report::ReportTable;

std::string padded(const std::string& text, std::size_t width, bool right_align) {
  const std::size_t length = base::count_code_points(text);
  const std::string padding(width > length ? width - length : 0, ' ');
  return right_align ? padding + text : text + padding;
}

void append_line(std::string& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + '\n';
}

void append(std::string& out, const ReportTable& table) {
  if (table.rows.empty()) return;
  std::vector<std::size_t> widths;
  for (const ReportTable::Column& column : table.columns) widths.push_back(base::count_code_points(column.title));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], base::count_code_points(row[i]));
  }
  out += '\n' + table.title + '\n';
  std::string head;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    head += "  " + padded(table.columns[i].title, widths[i], table.columns[i].is_number);
  }
  append_line(out, std::move(head));
  for (const auto& row : table.rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += "  " + padded(row[i], widths[i], table.columns[i].is_number);
    append_line(out, std::move(line));
  }
  if (table.left_out > 0) out += "  and " + std::to_string(table.left_out) + " more\n";
}

// Removes columns that contain only zeros or unknown values, because all columns do not fit in a terminal.
ReportTable without_empty_columns(ReportTable table) {
  for (std::size_t i = table.columns.size(); i-- > 1;) {
    const bool is_empty = std::all_of(table.rows.begin(), table.rows.end(), [&](const std::vector<std::string>& row) {
      return row[i] == "0" || row[i] == report::kUnknown;
    });
    if (!is_empty) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(i));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return table;
}

void append_clusters_as_text(std::string& out, const Report& report) {
  if (report.clusters.empty()) return;
  out += "\nMessages without an intent, by shared words\n";
  std::size_t width = 1;
  for (const MessageCluster& cluster : report.clusters) {
    width = std::max(width, report::count_text(cluster.count).size());
  }
  for (const MessageCluster& cluster : report.clusters) {
    const std::string words = cluster.words.empty() ? "(no long word)" : report::sanitize_text(cluster.words);
    out += "  " + padded(report::count_text(cluster.count), width, true) + "  " + words + '\n';
    for (const std::string& example : cluster.examples) {
      out += "  " + std::string(width, ' ') + "    " + report::sanitize_text(example) + '\n';
    }
  }
  if (report.clustered_elsewhere > 0) {
    out += "  and " + report::count_text(report.clustered_elsewhere) + " in other groups\n";
  }
}

void append_busiest_times(std::string& out, const Report& report) {
  if (report.messages == 0) return;
  const auto day = std::max_element(report.days.begin(), report.days.end(),
                                    [](const DayFigures& a, const DayFigures& b) { return a.messages < b.messages; });
  const auto hour = std::max_element(report.hours.begin(), report.hours.end());
  const auto first_hour = static_cast<int>(hour - report.hours.begin());
  const auto two_digits = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  out += "busiest day      " + report::day_text(day->day) + "  " + report::count_text(day->messages) + " messages\n";
  out += "busiest hour     " + two_digits(first_hour) + ":00 to " + two_digits(first_hour + 1) + ":00 UTC  " +
         report::count_text(*hour) + " messages\n";
}

}  // namespace

std::string render_text(const Report& report) {
  constexpr std::size_t kNameWidth = 17, kValueWidth = 11;
  std::string out = report::headline(report) + '\n';
  for (const std::string& remark : report::remarks_of(report)) out += remark + '\n';
  if (report.turns == 0) return out;
  out += '\n';
  for (const Fact& fact : report::facts_of(report)) {
    append_line(out, padded(fact.name, kNameWidth, false) + padded(fact.value, kValueWidth, false) + "  " + fact.note);
  }
  append_busiest_times(out, report);
  append(out, report::handoff_table(report));
  append(out, report::error_table(report));
  append(out, without_empty_columns(report::intent_table(report, report.top)));
  append(out, without_empty_columns(report::question_table(report, report.top)));
  append(out, report::tool_table(report, report.top));
  append_clusters_as_text(out, report);
  return out;
}

}  // namespace parley
