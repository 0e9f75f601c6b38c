// Measures the examples of a bot by cross-validation, and recommends the bounds of its bands (parley train).
#pragma once

#include <vector>

#include "config/definition.h"
#include "intents/scoring/cross_validation.h"
#include "parley/catalog.h"

namespace parley::intents {

// `act` and `ask` are the bounds of the bands of the bot.
ExampleQuality quality_of(const std::vector<scoring::HeldOut>& held_out, double act, double ask);

// Returns what the examples of each intent are worth. `held_out` is the result for training_examples(bot).
std::vector<IntentQuality> quality_by_intent(const config::BotDefinition& bot,
                                             const std::vector<scoring::HeldOut>& held_out, double act);

}  // namespace parley::intents
