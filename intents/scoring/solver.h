// Trains linear support vector machines with squared hinge loss, one intent against all others, for all intents at
// once.
//
// The algorithm is dual coordinate descent (Hsieh and others, ICML 2008), as in liblinear. It differs in two ways:
// - The order of the sentences comes from a generator with a fixed seed, not from the process-wide rand(). The same
//   examples therefore always give the same model.
// - The weights of one column are adjacent for all intents of a thread, so each sentence is read once for all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "intents/scoring/features.h"

namespace parley::intents::scoring {

// Labelled holds sentences and their intents.
struct Labelled {
  std::vector<std::vector<Cell>> sentences;
  std::vector<std::size_t> intents;
};

struct SolverOptions {
  float cost = 1;  // cost of a misclassified sentence, relative to the norm of the weights
  // Weight of a sentence of the intent, relative to a sentence of another intent. An intent has few sentences of its
  // own.
  float weight_for = 3;
  int rounds = 30;       // maximum number of passes over all sentences
  float enough = 0.01F;  // stops when no sentence's dual variable changes by more in a pass
  unsigned threads = 1;  // each trains some of the intents. The result does not depend on the number
};

// Returns the weights by column; each column has one weight per intent.
std::vector<float> train_one_against_rest(const Labelled& data, std::size_t columns, std::size_t intents,
                                          const SolverOptions& options = {});

// Returns the margin of a sentence for each intent. A positive margin supports the intent.
std::vector<float> margins(const std::vector<Cell>& sentence, const std::vector<float>& weights, std::size_t intents);

}  // namespace parley::intents::scoring
