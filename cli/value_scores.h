// How well values are found in messages: what was expected against what was found, counted by name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cli/samples.h"

namespace parley::cli {

struct ValueScore {
  std::string name;  // the param, or the type
  std::int64_t expected = 0;
  std::int64_t found = 0;
  std::int64_t correct = 0;      // at its place, with an accepted value where one is given
  std::int64_t lines = 0;        // that expect one
  std::int64_t exact_lines = 0;  // of those: all that is expected found, and nothing else
  double precision() const;
  double recall() const;
  double f1() const;
  double exact() const;  // of its lines
};

class ValueScores {
 public:
  struct Found {
    Labelled place;
    Value value;
  };
  // One line. True when all that is expected was found, and nothing else.
  bool add(const std::vector<Labelled>& expected, const std::vector<Found>& found);

  ValueScore total() const;  // of all names together
  std::vector<ValueScore> by_name() const;
  std::int64_t lines() const { return lines_; }
  std::int64_t exact_lines() const { return exact_lines_; }
  double exact() const;
  std::int64_t empty_lines() const { return empty_lines_; }  // that expect nothing
  std::int64_t false_lines() const { return false_lines_; }  // of those: where something was found

 private:
  std::int64_t lines_ = 0;
  std::int64_t exact_lines_ = 0;
  std::int64_t empty_lines_ = 0;
  std::int64_t false_lines_ = 0;
  std::map<std::string, ValueScore> by_name_;
};

}  // namespace parley::cli
