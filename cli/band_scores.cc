// Tested by tests/cli/eval_test.
#include "cli/band_scores.h"

#include <algorithm>
#include <cmath>

#include "cli/scores.h"
#include "parley/act_queries.h"

namespace parley::cli {

void BandScores::add(const std::string& expected, const Understanding& understanding) {
  ++(expected.empty() ? out_of_scope_ : in_scope_);
  using Role = acts::Request::Role;
  if (const acts::Request* begins = find_request(understanding.acts)) {
    const Candidate& best = begins->wanted.candidate;
    ++act_.lines;
    if (best.intent == expected) ++act_.right;
    add_confidence(best, expected);
  } else if (const acts::Request* likeliest = find_request(understanding.acts, Role::kDoubtful)) {
    ++ask_.lines;
    bool is_offered = false;
    visit_acts<acts::Request>(understanding.acts, [&](const acts::Request& one) {
      if (one.role == Role::kDoubtful && one.wanted.candidate.intent == expected) is_offered = true;
    });
    if (is_offered) ++ask_.right;
    add_confidence(likeliest->wanted.candidate, expected);
  } else {
    ++fallback_.lines;
    if (expected.empty()) ++fallback_.right;
  }
}

void BandScores::add_confidence(const Candidate& best, const std::string& expected) {
  const auto bins = excess_.size();
  const auto bin = std::min(bins - 1, static_cast<std::size_t>(best.confidence * static_cast<double>(bins)));
  excess_[bin] += best.confidence - (best.intent == expected ? 1 : 0);
}

double BandScores::found() const { return share(act_.right + ask_.right, in_scope_); }

double BandScores::refused() const { return share(fallback_.right, out_of_scope_); }

double BandScores::calibration_error() const {
  double error = 0;
  for (const double excess : excess_) error += std::abs(excess);
  const std::int64_t lines = act_.lines + ask_.lines;
  return lines == 0 ? 0 : error / static_cast<double>(lines);
}

Value BandScores::to_value() const {
  const auto band = [](const Band& band) { return Value::Object{{"lines", band.lines}, {"right", band.right}}; };
  Value::Object value{{"act", band(act_)},
                      {"ask", band(ask_)},
                      {"fallback", band(fallback_)},
                      {"calibration_error", calibration_error()}};
  if (in_scope_ > 0) value["found"] = found();
  if (out_of_scope_ > 0) value["refused"] = refused();
  return Value(std::move(value));
}

}  // namespace parley::cli
