// What a text and a page both show: facts, and tables of cells that are ready to be shown but for the escaping of where
// they go.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "parley/report.h"

namespace parley::report {

struct Fact {
  std::string name;
  std::string value;
  std::string note;  // what it is of
};

struct ReportTable {
  struct Column {
    std::string title;
    bool is_number = false;  // to be aligned at the right
  };
  std::string title;
  std::string note;  // one sentence; may be empty
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  std::size_t left_out = 0;  // rows for which there was no room
};

std::string headline(const Report& report);  // bots, period, size
std::vector<Fact> facts_of(const Report& report);
std::vector<std::string> remarks_of(const Report& report);  // what was odd about the data

// Each may have no rows.
ReportTable handoff_sheet(const Report& report);
ReportTable error_sheet(const Report& report);
ReportTable intent_sheet(const Report& report, std::size_t most);
ReportTable question_sheet(const Report& report, std::size_t most);
ReportTable tool_sheet(const Report& report, std::size_t most);
ReportTable day_sheet(const Report& report);

// "refund.order_id", "refund (confirmation)".
std::string question_name(const ParamFigures& figures);

}  // namespace parley::report
