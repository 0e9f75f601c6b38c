// Tests the estimate of the confidence: it grows with what speaks for the intent, and stays a probability.
#include "intents/scoring/confidence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace parley::intents::scoring {
namespace {

double confidence_of(const Signals& signals) { return confidence(signals, shares(signals.margins)); }

Signals usual() {
  Signals signals;
  signals.margins = {0.1F, -0.4F, -0.6F};
  signals.known_words = 0.6;
  signals.known_letters = 0.7;
  signals.words = 4;
  signals.examples = 8;
  return signals;
}

TEST_CASE("a question offers at most three intents, each at least a tenth as likely as the first") {
  CHECK(is_likely(0, 0.4, 0.4));
  CHECK(is_likely(1, 0.05, 0.4));
  CHECK_FALSE(is_likely(1, 0.03, 0.4));
  CHECK(is_likely(2, 0.2, 0.3));
  CHECK_FALSE(is_likely(3, 0.2, 0.3));
  CHECK(is_likely(2, 0, 0));
}

TEST_CASE("the shares of the margins add up to one, and follow their order") {
  const std::vector<double> all = shares({0.5F, -1, -0.2F});
  CHECK(all[0] + all[1] + all[2] == Approx(1));
  CHECK(all[0] > all[2]);
  CHECK(all[2] > all[1]);
  CHECK(shares({}).empty());
  CHECK(shares({-3}).front() == Approx(1));
}

TEST_CASE("what speaks for the best intent raises the confidence") {
  struct Row {
    const char* name;
    void (*improve)(Signals& signals);
  };
  const std::vector<Row> rows = {
      {"a larger margin", [](Signals& signals) { signals.margins[0] = 0.4F; }},
      {"a weaker second intent", [](Signals& signals) { signals.margins[1] = -0.9F; }},
      {"more known words", [](Signals& signals) { signals.known_words = 1; }},
      {"more known letters", [](Signals& signals) { signals.known_letters = 1; }},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Signals better = usual();
    row.improve(better);
    CHECK(confidence_of(better) > confidence_of(usual()));
  }
}

TEST_CASE("the confidence is a probability for any signals") {
  CHECK(rc::check("for any margins", [] {
    Signals signals;
    const auto margins = *rc::gen::nonEmpty<std::vector<int>>();
    for (const int margin : margins) signals.margins.push_back(static_cast<float>(margin % 300) / 100);
    signals.best = static_cast<std::size_t>(std::max_element(signals.margins.begin(), signals.margins.end()) -
                                            signals.margins.begin());
    signals.words = static_cast<std::size_t>(*rc::gen::inRange(0, 1000));
    signals.examples = static_cast<std::size_t>(*rc::gen::inRange(0, 20000));
    const double confidence = confidence_of(signals);
    RC_ASSERT(std::isfinite(confidence));
    RC_ASSERT(confidence >= 0);
    RC_ASSERT(confidence <= 1);
  }));
}

}  // namespace
}  // namespace parley::intents::scoring
