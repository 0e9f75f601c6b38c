// Dice is the random number generator for sampling. The same seed always gives the same sequence (splitmix64, Steele et
// al. 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace parley::intents {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  // Returns a number from 0 to sides - 1. Requires sides > 0.
  std::size_t below(std::size_t sides) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::size_t>((mixed ^ (mixed >> 31)) % sides);
  }

 private:
  std::uint64_t state_;
};

}  // namespace parley::intents
