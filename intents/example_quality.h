// Measures the examples of a bot by cross-validation, and recommends the bounds of its bands (parley train).
#pragma once

#include <vector>

#include "intents/scoring/cross_validation.h"
#include "parley/catalog.h"

namespace parley::intents {

// `act` and `ask` are the bounds of the bands of the bot.
ExampleQuality quality_of(const std::vector<scoring::HeldOut>& held_out, double act, double ask);

}  // namespace parley::intents
