// How well a classifier does: what was expected against what was predicted, counted.
//
// No intent ("" here, null in the data) is an answer like any other: the right one for a message that is out of scope.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace parley::cli {

// 0 of nothing.
double share(std::int64_t part, std::int64_t whole);

struct IntentScore {
  std::string intent;
  std::int64_t expected = 0;   // lines that expect it
  std::int64_t predicted = 0;  // lines it was predicted for
  std::int64_t correct = 0;    // lines that are both
  double precision() const { return share(correct, predicted); }
  double recall() const { return share(correct, expected); }
};

struct Confusion {
  std::string expected;
  std::string predicted;
  std::int64_t count = 0;
};

class Scores {
 public:
  void add(const std::string& expected, const std::string& predicted);

  std::int64_t lines() const { return lines_; }
  std::int64_t in_scope_lines() const { return lines_ - out_of_scope().expected; }
  double accuracy() const;
  double in_scope_accuracy() const;
  IntentScore out_of_scope() const;            // of "no intent"
  std::vector<IntentScore> by_intent() const;  // by name; "no intent" is not among them
  std::vector<Confusion> confusions() const;   // the mistakes, most frequent first

 private:
  std::int64_t lines_ = 0;
  std::int64_t correct_ = 0;
  std::map<std::pair<std::string, std::string>, std::int64_t> counts_;  // (expected, predicted)
};

}  // namespace parley::cli
