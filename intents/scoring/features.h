// Features represent a sentence as a short list of numbered, weighted hints, for a linear model.
//
// There are four blocks of hints, so that a known word helps in any form:
// - word stems
// - pairs of adjacent stems, including the ends of the sentence
// - pairs of stems near each other, in either order
// - pieces of 2 to 4 letters, which tolerate typos
//
// The weight of a hint depends on how few training sentences contain it, not on how often it occurs in the message.
// Each block has a fixed length, so that long sentences do not outweigh short ones.
//
// Invariants
//   1. Hints are 64-bit hashes: training sentences cannot be recovered from them.
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

// Returns a word without its English ending, approximately: "cards" and "card", "charged" and "charging", "cancelled"
// and "cancellation" become equal. For other languages a wrong ending does no harm, because the letter pieces come from
// the whole word.
std::string_view stem_of(std::string_view word);

// Returns the hints of a message, each once, ordered by id. `general` is another wording of the message, or empty: its
// words and their pairs count too.
std::vector<Hint> hints_in(std::string_view message, std::string_view general = {});

// TrainingSize estimates the memory for training with a set of messages.
struct TrainingSize {
  std::size_t hints = 0;    // in all messages; 24 bytes each
  std::size_t columns = 0;  // distinct hints; one weight of 4 bytes per intent
};

// Stops counting above `most_hints`.
TrainingSize training_size(const std::vector<std::string_view>& messages, std::size_t most_hints);

// Cell is one entry of a sentence vector.
struct Cell {
  std::uint32_t column = 0;
  float value = 0;
};

// FeatureSpace maps the hints of the training sentences to columns and weights. Column 0 is 1 in every sentence.
class FeatureSpace {
 public:
  FeatureSpace() = default;
  // Assigns columns in the order in which the sentences contain the hints.
  explicit FeatureSpace(const std::vector<std::vector<Hint>>& sentences);

  std::vector<Cell> vector_of(const std::vector<Hint>& hints) const;
  std::size_t columns() const { return rarities_.size(); }

  // The column of a hint that no training sentence contains.
  static constexpr std::uint32_t kUnknown = 0;
  std::uint32_t column_of(const Hint& hint) const;
  // Returns log(sentences / sentences with the hint). For kUnknown, no sentence contains the hint.
  double rarity_of(std::uint32_t column) const { return static_cast<double>(rarities_[column]); }

  // Column is the part of a saved model for one column: its hint and rarity. The first is the column 0.
  struct Column {
    std::uint64_t id = 0;
    float rarity = 0;
  };
  std::vector<Column> list() const;
  explicit FeatureSpace(const std::vector<Column>& columns);

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> columns_;
  std::vector<float> rarities_ = {0.0F};
  std::vector<float> values_ = {1.0F};  // of the columns in a sentence, before each block gets its length
  void set_values();
};

}  // namespace parley::intents::scoring
