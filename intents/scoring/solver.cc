// Tested by tests/intents/scorer_test.cc.
#include "intents/scoring/solver.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <future>
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

// Adds up the weights of `intents` adjacent intents, from the first weight of column 0 on.
void sum_margins(const std::vector<Cell>& sentence, const float* weights, std::size_t intents,
                 std::vector<float>& out) {
  constexpr std::size_t kAhead = 4, kFloatsPerCacheLine = 16;
  out.assign(intents, 0.0F);
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (i + kAhead < sentence.size()) {  // the rows are far apart in memory
      const float* row = weights + sentence[i + kAhead].column * intents;
      for (std::size_t k = 0; k < intents; k += kFloatsPerCacheLine) __builtin_prefetch(row + k);
    }
    const Cell& cell = sentence[i];
    const float* row = weights + cell.column * intents;
    for (std::size_t k = 0; k < intents; ++k) out[k] += cell.value * row[k];
  }
}

float square_of(const std::vector<Cell>& sentence) {
  return std::accumulate(sentence.begin(), sentence.end(), 0.0F,
                         [](float sum, const Cell& cell) { return sum + cell.value * cell.value; });
}

// Order returns the sentences in a random order for each round. The order is the same in all threads.
class Order {
 public:
  explicit Order(std::size_t sentences) : order_(sentences) { std::iota(order_.begin(), order_.end(), std::size_t{0}); }

  const std::vector<std::size_t>& next_round() {
    shuffle(order_, state_);
    return order_;
  }

 private:
  std::vector<std::size_t> order_;
  std::uint64_t state_ = 1;
};

// Trains some adjacent intents. The weights of an intent do not depend on the other intents of its slice, so the number
// of slices does not change the result.
class Slice {
 public:
  Slice(const Labelled& data, std::size_t columns, std::size_t first, std::size_t intents, const SolverOptions& options)
      : data_(data),
        first_(first),
        intents_(intents),
        slack_against_(1 / (2 * options.cost)),
        slack_for_(slack_against_ / options.weight_for),
        order_(data.sentences.size()),
        weights_(columns * intents),
        shares_(data.sentences.size() * intents) {}

  // Passes over all sentences. Returns the largest change of a dual variable.
  float run_round() {
    float largest = 0;
    for (const std::size_t i : order_.next_round()) largest = std::max(largest, improve(i));
    return largest;
  }

  // Writes the weights to the columns of all `intents` intents.
  void copy_to(std::vector<float>& all, std::size_t intents) const {
    for (std::size_t column = 0; column * intents < all.size(); ++column) {
      std::copy_n(weights_.data() + column * intents_, intents_, all.data() + column * intents + first_);
    }
  }

 private:
  float improve(std::size_t i) {
    const std::vector<Cell>& sentence = data_.sentences[i];
    const float square = square_of(sentence);
    sum_margins(sentence, weights_.data(), intents_, steps_);
    float* share = shares_.data() + i * intents_;
    float largest = 0;
    changed_.clear();
    for (std::size_t k = 0; k < intents_; ++k) {
      const bool is_for = data_.intents[i] == first_ + k;
      const float sign = is_for ? 1.0F : -1.0F;
      const float slack = is_for ? slack_for_ : slack_against_;
      const float better = std::max(0.0F, share[k] + (1 - sign * steps_[k] - share[k] * slack) / (square + slack));
      steps_[k] = sign * (better - share[k]);
      largest = std::max(largest, std::abs(steps_[k]));
      if (better != share[k]) changed_.push_back(k);
      share[k] = better;
    }
    // Most sentences are far from the boundary of most intents, and change only a few weights.
    for (const Cell& cell : sentence) {
      float* row = weights_.data() + cell.column * intents_;
      for (const std::size_t k : changed_) row[k] += cell.value * steps_[k];
    }
    return largest;
  }

  const Labelled& data_;
  std::size_t first_, intents_;
  float slack_against_, slack_for_;
  Order order_;
  std::vector<float> weights_;  // by column
  std::vector<float> shares_;   // the dual variables, by sentence
  std::vector<float> steps_;
  std::vector<std::size_t> changed_;  // the intents whose step is not 0
};

std::vector<Slice> slices_of(const Labelled& data, std::size_t columns, std::size_t intents,
                             const SolverOptions& options) {
  const std::size_t count = std::clamp<std::size_t>(options.threads, 1, std::max<std::size_t>(intents, 1));
  std::vector<Slice> slices;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t first = i * intents / count, end = (i + 1) * intents / count;
    slices.emplace_back(data, columns, first, end - first, options);
  }
  return slices;
}

}  // namespace

std::vector<float> train_one_against_rest(const Labelled& data, std::size_t columns, std::size_t intents,
                                          const SolverOptions& options) {
  std::vector<Slice> slices = slices_of(data, columns, intents, options);
  for (int round = 0; round < options.rounds; ++round) {
    std::vector<std::future<float>> others;
    for (std::size_t i = 1; i < slices.size(); ++i) {
      others.push_back(std::async(std::launch::async, [&slice = slices[i]] { return slice.run_round(); }));
    }
    float largest = slices.front().run_round();
    for (std::future<float>& other : others) largest = std::max(largest, other.get());
    if (largest < options.enough) break;
  }
  std::vector<float> weights(columns * intents);
  for (const Slice& slice : slices) slice.copy_to(weights, intents);
  return weights;
}

std::vector<float> margins(const std::vector<Cell>& sentence, const std::vector<float>& weights, std::size_t intents) {
  std::vector<float> sums;
  sum_margins(sentence, weights.data(), intents, sums);
  return sums;
}

}  // namespace parley::intents::scoring
