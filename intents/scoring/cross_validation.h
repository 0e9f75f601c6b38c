// Measures how well a bot understands messages that it does not have as examples: trains without some of the examples,
// and scores those.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "intents/scoring/linear_scorer.h"

namespace parley::intents::scoring {

// The result for one example that training left out.
struct HeldOut {
  double confidence = 0;     // of the best intent
  bool is_right = false;     // the best intent is the example's own
  bool is_offered = false;   // its own intent is one of the likely ones
  bool is_in_scope = false;  // other examples of its intent took part in the training
  std::size_t example = 0;   // its index
  std::string best = {};     // the best intent. Empty: none
};

// Leaves out every fifth intent as a whole, and every fifth example of the others, in five rounds. With 4,000 examples
// or more, does one round. With fewer than four intents, leaves out no intent. Leaves out the examples of no intent
// like those of an intent. Takes as long as `trainings()` trainings.
std::vector<HeldOut> cross_validate(const std::vector<Example>& examples);
std::size_t trainings(std::size_t examples);

}  // namespace parley::intents::scoring
