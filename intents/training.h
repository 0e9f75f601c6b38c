// Trains the scorer on a bot's examples, or loads it from a saved model.
//
// All intents with three or more examples take part, the bot's examples of no intent (`none`), if there are at least
// three, and the entries of `answers` with three or more examples. There must be two classes. If the examples are too
// many or too long, training would need too much time and memory, about 300 MB (docs/limits.md). In that case nothing
// is trained, and `learned.why_not` says so.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "intents/own_values.h"
#include "intents/scoring/linear_scorer.h"
#include "parley/catalog.h"

namespace parley::intents {

struct Training {
  std::shared_ptr<const scoring::LinearScorer> scorer;  // null if nothing was learned
  Learned learned;
  std::string key;            // fingerprint of all examples that take part
  std::string model_problem;  // why the saved model was rejected; empty if it was used or there was no model
  bool is_too_large = false;
};

// An example that takes part in training, and its intent. Null: no intent (`none`).
struct TrainingSource {
  const config::Text* text = nullptr;
  const config::Intent* intent = nullptr;
};
bool takes_part_in_training(const config::Intent& intent);
std::vector<TrainingSource> training_sources(const config::BotDefinition& bot);

// Returns the same examples for the scorer. Those of no intent have an empty intent.
std::vector<scoring::Example> training_examples(const config::BotDefinition& bot, const OwnValues& values);

// In training, an entry of `answers` is a class of its own. Returns its number (config::for_each_answer) if `name` is
// the name of such a class.
std::optional<std::size_t> answer_of_class(std::string_view name);

// `model` is the result of an earlier save(key) of the scorer, or empty.
Training train(const config::BotDefinition& bot, const OwnValues& values, std::string_view model);

}  // namespace parley::intents
