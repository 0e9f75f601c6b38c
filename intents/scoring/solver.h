// Solver: a linear support vector machine with squared hinge loss per intent against all others, all of them at once.
//
// Dual coordinate descent (Hsieh and others, ICML 2008), as in liblinear. Two things are other than there, and the
// reason for a solver of our own: the order of the sentences comes from a generator with a fixed seed and not from the
// process-wide rand(), so that the same examples always give the same model; and the weights of one column stand side
// by side for all intents, so that a sentence is read once for all of them.
#pragma once

#include <cstddef>
#include <vector>

#include "intents/scoring/features.h"

namespace parley::intents::scoring {

// Sentences and whose they are.
struct Labelled {
  std::vector<std::vector<Cell>> sentences;
  std::vector<std::size_t> intents;
};

struct SolverOptions {
  float cost = 1;        // of a wrong sentence, against the length of the weights
  float weight_for = 3;  // how many sentences against an intent one of its own, which are few, is worth
  int rounds = 30;       // over all sentences, at most
  float enough = 0.01F;  // stops when no sentence's share changed by more in a round
};

// Weights by column: for each, one per intent.
std::vector<float> train_one_against_rest(const Labelled& data, std::size_t columns, std::size_t intents,
                                          const SolverOptions& options = {});

// What the weights say of a sentence, per intent: positive is for it.
std::vector<float> margins(const std::vector<Cell>& sentence, const std::vector<float>& weights, std::size_t intents);

}  // namespace parley::intents::scoring
