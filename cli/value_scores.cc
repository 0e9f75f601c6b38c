// Tested by tests/cli/eval_test.
#include "cli/value_scores.h"

#include <algorithm>
#include <set>

#include "cli/scores.h"

namespace parley::cli {
namespace {

bool matches(const Labelled& expected, const ValueScores::Found& found) {
  return expected.name == found.label.name && expected.begin == found.label.begin && expected.end == found.label.end &&
         is_accepted(found.value, expected.accepted);
}

}  // namespace

double ValueScore::precision() const { return share(correct, found); }
double ValueScore::recall() const { return share(correct, expected); }
double ValueScore::f1() const { return share(2 * correct, found + expected); }

double ValueScore::exact() const { return share(exact_lines, lines); }

double ValueScores::exact() const { return share(exact_lines_, lines_); }

bool ValueScores::add(const std::vector<Labelled>& expected, const std::vector<Found>& found) {
  std::int64_t correct = 0;
  std::set<std::string> names;
  for (const Labelled& one : expected) {
    ++by_name_[one.name].expected;
    names.insert(one.name);
    if (std::none_of(found.begin(), found.end(), [&](const Found& f) { return matches(one, f); })) continue;
    ++by_name_[one.name].correct;
    ++correct;
  }
  for (const Found& one : found) ++by_name_[one.label.name].found;
  const auto all = static_cast<std::int64_t>(expected.size());
  const bool is_exact = correct == all && found.size() == expected.size();
  ++lines_;
  exact_lines_ += is_exact;
  empty_lines_ += expected.empty();
  false_lines_ += expected.empty() && !found.empty();
  for (const std::string& name : names) {
    ++by_name_[name].lines;
    by_name_[name].exact_lines += is_exact;
  }
  return is_exact;
}

ValueScore ValueScores::total() const {
  ValueScore total;
  for (const auto& [name, score] : by_name_) {
    total.expected += score.expected;
    total.found += score.found;
    total.correct += score.correct;
  }
  return total;
}

std::vector<ValueScore> ValueScores::by_name() const {
  std::vector<ValueScore> out;
  for (auto [name, score] : by_name_) {
    score.name = name;
    out.push_back(score);
  }
  return out;
}

}  // namespace parley::cli
