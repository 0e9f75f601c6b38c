// Confidence estimates how likely the best intent of a message is the right one. Everything that happens to a message
// that only resembles examples depends on this number (docs/bot-format.md, similarity to examples).
//
// The estimate is a logistic regression over the signals below. Its weights are constants. They were fitted once, on
// bots of 2 to 150 intents with 3 to 60 examples each, whose messages the training had left out; 6 % of the messages
// meant none of the bot's intents. A bot of its own therefore needs no held-out examples, and training fits one model.
//
// Source of the method: J. Platt, "Probabilistic outputs for support vector machines", 1999, with more signals than the
// margin.
#pragma once

#include <cstddef>
#include <vector>

namespace parley::intents::scoring {

struct Signals {
  std::vector<float> margins;  // by intent; at least one
  std::size_t best = 0;        // index of the largest margin
  double known_words = 0;      // share of the message's words that the best intent's examples contain, by rarity
  double known_letters = 0;    // share of its letter pieces that any example contains, by rarity
  std::size_t words = 0;       // different stems in the message
  std::size_t examples = 1;    // of the best intent
};

// Returns the share of each intent in exp(sharpness * margin). The shares add up to 1.
std::vector<double> shares(const std::vector<float>& margins);

// Returns the probability that the best intent is right, from 0 to 1. `shares` are those of the margins.
double confidence(const Signals& signals, const std::vector<double>& shares);

// Whether an intent is likely enough to be offered: it is among the first three, and at least a tenth as likely as the
// best. `rank` is 0 for the best.
bool is_likely(std::size_t rank, double probability, double best);

}  // namespace parley::intents::scoring
