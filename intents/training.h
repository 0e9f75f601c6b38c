// Training: the scorer that a bot's examples train, or the same one out of bytes that were kept.
//
// All intents with three examples or more take part. With fewer than four of them none can be held aside to see what a
// stranger looks like. Examples that are too many or too long would take too much time and memory, some 300 MB, to
// learn from (docs/limits.md). Then nothing is learned, and `learned.why_not` says so.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "config/definition.h"
#include "intents/scoring/linear_scorer.h"
#include "parley/catalog.h"

namespace parley::intents {

struct Training {
  std::shared_ptr<const scoring::LinearScorer> scorer;  // null: nothing was learned
  Learned learned;
  std::string key;            // what it was learned from: the fingerprint of all examples that take part
  std::string useless_model;  // why the bytes were of no use; empty when they were, or there were none
  bool is_too_large = false;
};

// `model`: what the scorer's save(key) gave once; may be empty.
Training train(const config::BotDefinition& bot, std::string_view model);

}  // namespace parley::intents
