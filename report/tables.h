// Facts and tables that both the text and the page of a report show. The cells are sanitized, but not yet escaped for
// the output format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "parley/report.h"

namespace parley::report {

// A key figure of a report.
struct Fact {
  std::string name;
  std::string value;
  std::string note;  // what the value refers to
};

struct ReportTable {
  struct Column {
    std::string title;
    bool is_number = false;  // right-aligned
  };
  std::string title;
  std::string note;  // one sentence; may be empty
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  std::size_t left_out = 0;  // number of rows cut off
};

std::string headline(const Report& report);  // bots, period, size
std::vector<Fact> facts_of(const Report& report);
std::vector<std::string> remarks_of(const Report& report);  // problems in the data

// The tables. Each may have no rows.
ReportTable handoff_table(const Report& report);
ReportTable error_table(const Report& report);
ReportTable intent_table(const Report& report, std::size_t most);
ReportTable question_table(const Report& report, std::size_t most);
ReportTable tool_table(const Report& report, std::size_t most);
ReportTable day_table(const Report& report);

// Returns "refund.order_id" or "refund (confirmation)".
std::string question_name(const ParamFigures& figures);

}  // namespace parley::report
