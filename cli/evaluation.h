// Evaluates a bot on labeled messages.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/band_scores.h"
#include "cli/samples.h"
#include "cli/scores.h"
#include "cli/value_scores.h"
#include "parley/catalog.h"
#include "parley/result.h"

namespace parley::cli {

// A wrong answer: the message, and the expected and the found result as text.
struct Failure {
  std::string text;
  std::string expected;
  std::string found;
};

// The result of an evaluation.
struct Evaluation {
  Scores intents;  // a message with a question counts for the first intent that it offers
  BandScores bands;
  std::int64_t params_lines = 0;  // lines whose params are evaluated along with the intent
  std::int64_t params_exact = 0;
  ValueScores spans;
  ValueScores entities;
  std::vector<float> microseconds;
  std::vector<Failure> failures;
  std::vector<std::string> unknown;  // intents in the data that the bot does not have
};

// Evaluates the samples, and keeps the first `failures_wanted` mistakes. Spans are read as answers while an intent is
// open: the intent that has most of the params in the data. Returns an error if the data name an unknown type.
Result<Evaluation> evaluate(const std::shared_ptr<const Catalog>& catalog, const std::vector<Sample>& samples,
                            std::size_t failures_wanted);

}  // namespace parley::cli
