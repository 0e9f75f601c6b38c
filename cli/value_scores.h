// ValueScores counts expected and found values in messages by name, and computes the quality of the reader.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/samples.h"

namespace parley::cli {

// The counts of one name.
struct ValueScore {
  std::string name;  // name of the param or the type
  std::int64_t expected = 0;
  std::int64_t found = 0;
  std::int64_t correct = 0;      // at the right position, and with an accepted value if the data contain one
  std::int64_t lines = 0;        // lines that expect such a value
  std::int64_t exact_lines = 0;  // lines where exactly the expected values were found
  double precision() const;
  double recall() const;
  double f1() const;
  double exact() const;  // share of its lines that are exact
};

class ValueScores {
 public:
  struct Found {
    Labelled label;
    Value value;
  };
  // Adds one line. Returns true if exactly the expected values were found.
  bool add(const std::vector<Labelled>& expected, const std::vector<Found>& found);

  ValueScore total() const;  // over all names
  std::vector<ValueScore> by_name() const;
  std::int64_t lines() const { return lines_; }
  std::int64_t exact_lines() const { return exact_lines_; }
  double exact() const;
  std::int64_t empty_lines() const { return empty_lines_; }  // lines that expect no value
  std::int64_t false_lines() const { return false_lines_; }  // empty lines in which a value was found

 private:
  std::int64_t lines_ = 0;
  std::int64_t exact_lines_ = 0;
  std::int64_t empty_lines_ = 0;
  std::int64_t false_lines_ = 0;
  std::map<std::string, ValueScore> by_name_;
};

}  // namespace parley::cli
