// A bot's classifier against messages whose intent is known.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/scores.h"
#include "parley/catalog.h"
#include "parley/result.h"

namespace parley::cli {

struct Sample {
  std::string text;
  std::string intent;  // "" for none
};

struct Samples {
  std::vector<Sample> judged;
  std::int64_t skipped = 0;  // lines that say nothing of an intent
};

struct Failure {
  Sample sample;
  std::string predicted;
  std::string rule;
};

struct Evaluation {
  Scores scores;
  std::vector<float> microseconds;
  std::vector<Failure> failures;
  std::vector<std::string> unknown;  // intents of the data that the bot does not have
};

// JSON Lines: {"text": "...", "intent": "refund" or null, ...}. A line without an intent is skipped, and counted.
Result<Samples> read_samples(const std::string& path);

// Keeps the first `failures_wanted` mistakes.
Evaluation evaluate(const Catalog& catalog, const std::vector<Sample>& samples, std::size_t failures_wanted);

}  // namespace parley::cli
