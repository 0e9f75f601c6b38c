// Columns that line up.
#pragma once

#include <string>
#include <vector>

namespace parley::cli {

class Table {
 public:
  enum class Align { kLeft, kRight };
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };

  explicit Table(std::vector<Column> columns);
  void add(std::vector<std::string> row);  // as many cells as there are columns
  void print() const;                      // nothing when there are no rows

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace parley::cli
