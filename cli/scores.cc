// Tested by tests/cli/eval_test.
#include "cli/scores.h"

#include <algorithm>

namespace parley::cli {

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

void Scores::add(const std::string& expected, const std::string& predicted) {
  ++lines_;
  correct_ += expected == predicted;
  ++counts_[{expected, predicted}];
}

double Scores::accuracy() const { return share(correct_, lines_); }

double Scores::in_scope_accuracy() const { return share(correct_ - out_of_scope().correct, in_scope_lines()); }

IntentScore Scores::out_of_scope() const {
  IntentScore score;
  for (const auto& [pair, count] : counts_) {
    if (pair.first.empty()) score.expected += count;
    if (pair.second.empty()) score.predicted += count;
    if (pair.first.empty() && pair.second.empty()) score.correct += count;
  }
  return score;
}

std::vector<IntentScore> Scores::by_intent() const {
  std::map<std::string, IntentScore> scores;
  for (const auto& [pair, count] : counts_) {
    scores[pair.first].expected += count;
    scores[pair.second].predicted += count;
    if (pair.first == pair.second) scores[pair.first].correct += count;
  }
  std::vector<IntentScore> out;
  for (auto& [intent, score] : scores) {
    score.intent = intent;
    if (!intent.empty()) out.push_back(score);
  }
  return out;
}

std::vector<Confusion> Scores::confusions() const {
  std::vector<Confusion> out;
  for (const auto& [pair, count] : counts_) {
    if (pair.first != pair.second) out.push_back({pair.first, pair.second, count});
  }
  std::stable_sort(out.begin(), out.end(), [](const Confusion& a, const Confusion& b) { return a.count > b.count; });
  return out;
}

}  // namespace parley::cli
