// Prints aligned columns.
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
  void add(std::vector<std::string> row);  // needs one cell per column
  void print() const;                      // prints nothing if there are no rows

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace parley::cli
