// Features: a sentence as a short list of numbered, weighted hints, for a model that adds up what they say.
//
// Four blocks of hints, so that one seen word helps in every form: word stems; neighbouring stems, the sentence's ends
// included; two stems near each other in either order; pieces of 2 to 4 letters, which forgive a typo. A hint weighs
// by how few of the training sentences have it, however often it is said; each block has a fixed length, so that no
// sentence is louder than another for being long.
//
// Invariants
//   1. Hints are hashes of 64 bits: no training sentence can be read back.
//   2. The work is linear in the length of the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parley::intents::scoring {

enum class Block : std::uint8_t { kStem, kSequence, kPair, kLetters };
constexpr std::size_t kBlocks = 4;

struct Hint {
  std::uint64_t id = 0;
  Block block = Block::kStem;
};

// A word without its English ending, roughly: "cards" and "card", "charged" and "charging", "cancelled" and
// "cancellation" are one. Other languages lose nothing that the letters do not keep.
std::string_view stem_of(std::string_view word);

// The hints of a message, each once, in the order of their ids.
std::vector<Hint> hints_in(std::string_view message);

// What training with these messages would hold in memory.
struct TrainingSize {
  std::size_t hints = 0;    // of all messages; 24 bytes each
  std::size_t columns = 0;  // of different hints; a weight of 4 bytes each for each intent
};

// Stops counting when there are more than `most_hints`.
TrainingSize training_size(const std::vector<std::string_view>& messages, std::size_t most_hints);

// One entry of a sentence's vector.
struct Cell {
  std::uint32_t column = 0;
  float value = 0;
};

// The hints that training has seen, each with a column and a weight. Column 0 is 1 in every sentence.
class FeatureSpace {
 public:
  FeatureSpace() = default;
  // Columns in the order in which the sentences bring them.
  explicit FeatureSpace(const std::vector<std::vector<Hint>>& sentences);

  std::vector<Cell> vector_of(const std::vector<Hint>& hints) const;
  std::size_t columns() const { return rarity_.size(); }

  // What a saved model holds: per column but the first, its hint and its weight.
  struct Column {
    std::uint64_t id = 0;
    float rarity = 0;
  };
  std::vector<Column> list() const;
  explicit FeatureSpace(const std::vector<Column>& columns);

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> columns_;
  std::vector<float> rarity_ = {1.0F};
};

}  // namespace parley::intents::scoring
