// Tested by tests/cli/sessions_test.
#include "cli/table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/terminal.h"

namespace parley::cli {

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

void Table::print() const {
  if (rows_.empty()) return;
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(width_of(column.title));
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  const auto line_of = [&](auto cell_at) {
    std::string line;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const std::string cell = cell_at(i);
      const std::string padding(widths[i] - width_of(cell), ' ');
      if (i > 0) line += "  ";
      line += columns_[i].align == Align::kRight ? padding + cell : cell + padding;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  fmt::print("{}\n", paint(line_of([&](std::size_t i) { return columns_[i].title; }), Colour::kStrong));
  for (const auto& row : rows_) fmt::print("{}\n", line_of([&](std::size_t i) { return row[i]; }));
}

}  // namespace parley::cli
