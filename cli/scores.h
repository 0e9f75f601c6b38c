// Scores counts expected and predicted intents and computes the quality of a classifier.
//
// "No intent" ("" in Scores, null in the data) is an answer like any other. It is the right one for an out-of-scope
// message.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace parley::cli {

// Returns part / whole, or 0 if whole is 0.
double share(std::int64_t part, std::int64_t whole);

struct IntentScore {
  std::string intent;
  std::int64_t expected = 0;   // lines that expect this intent
  std::int64_t predicted = 0;  // lines for which this intent was predicted
  std::int64_t correct = 0;    // lines with both
  double precision() const { return share(correct, predicted); }
  double recall() const { return share(correct, expected); }
};

// A kind of mistake and how often it occurs.
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
  IntentScore out_of_scope() const;            // the score of "no intent"
  std::vector<IntentScore> by_intent() const;  // sorted by name; without "no intent"
  std::vector<Confusion> confusions() const;   // mistakes, most frequent first

 private:
  std::int64_t lines_ = 0;
  std::int64_t correct_ = 0;
  std::map<std::pair<std::string, std::string>, std::int64_t> counts_;  // (expected, predicted)
};

}  // namespace parley::cli
