// Tested by tests/intents/scorer_test.cc.
#include "intents/scoring/solver.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace parley::intents::scoring {
namespace {

// Shuffles with the Fisher-Yates algorithm and a linear congruential generator (Knuth's MMIX).
void shuffle(std::vector<std::size_t>& order, std::uint64_t& state) {
  for (std::size_t left = order.size(); left > 1; --left) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(order[left - 1], order[(state >> 33) % left]);
  }
}

void sum_margins(const std::vector<Cell>& sentence, const std::vector<float>& weights, std::vector<float>& out) {
  std::fill(out.begin(), out.end(), 0.0F);
  for (const Cell& cell : sentence) {
    const float* row = weights.data() + cell.column * out.size();
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += cell.value * row[k];
  }
}

float square_of(const std::vector<Cell>& sentence) {
  return std::accumulate(sentence.begin(), sentence.end(), 0.0F,
                         [](float sum, const Cell& cell) { return sum + cell.value * cell.value; });
}

}  // namespace

std::vector<float> train_one_against_rest(const Labelled& data, std::size_t columns, std::size_t intents,
                                          const SolverOptions& options) {
  const float slack_against = 1 / (2 * options.cost);
  const float slack_for = slack_against / options.weight_for;
  std::vector<float> weights(columns * intents);
  std::vector<float> shares(data.sentences.size() * intents);  // the dual variables, by sentence
  std::vector<float> steps(intents);
  std::vector<std::size_t> order(data.sentences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint64_t state = 1;

  for (int round = 0; round < options.rounds; ++round) {
    shuffle(order, state);
    float largest = 0;
    for (const std::size_t i : order) {
      const std::vector<Cell>& sentence = data.sentences[i];
      const float square = square_of(sentence);
      sum_margins(sentence, weights, steps);
      float* share = shares.data() + i * intents;
      for (std::size_t k = 0; k < intents; ++k) {
        const bool is_for = data.intents[i] == k;
        const float sign = is_for ? 1.0F : -1.0F;
        const float slack = is_for ? slack_for : slack_against;
        const float better = std::max(0.0F, share[k] + (1 - sign * steps[k] - share[k] * slack) / (square + slack));
        steps[k] = sign * (better - share[k]);
        largest = std::max(largest, std::abs(steps[k]));
        share[k] = better;
      }
      for (const Cell& cell : sentence) {
        float* row = weights.data() + cell.column * intents;
        for (std::size_t k = 0; k < intents; ++k) row[k] += cell.value * steps[k];
      }
    }
    if (largest < options.enough) break;
  }
  return weights;
}

std::vector<float> margins(const std::vector<Cell>& sentence, const std::vector<float>& weights, std::size_t intents) {
  std::vector<float> sums(intents);
  sum_margins(sentence, weights, sums);
  return sums;
}

}  // namespace parley::intents::scoring
