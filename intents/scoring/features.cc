// Tested by tests/intents/scorer_test.cc.
#include "intents/scoring/features.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <unordered_set>

#include "intents/folded_text.h"
#include "intents/scoring/english_forms.h"
#include "intents/words.h"

namespace parley::intents::scoring {
namespace {

constexpr std::array<float, kBlocks> kLengths = {0.7F, 0.5F, 0.5F, 1.0F};
constexpr std::size_t kShortestPiece = 2;
constexpr std::size_t kLongestPiece = 4;
constexpr std::size_t kNear = 8;          // maximum distance of a pair, in words
constexpr std::size_t kShortestStem = 3;  // minimum length of the stem after an ending is removed
constexpr float kPowerOfRarity = 0.7F;    // exponent that raises the weight of rare hints

std::uint64_t hashed(std::string_view bytes, std::uint64_t state) {
  for (const char c : bytes) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return state;
}

std::uint64_t id_of(Block block, std::string_view first, std::string_view second = {}) {
  constexpr std::uint64_t kSeed = 0xcbf29ce484222325ULL;
  const char number = static_cast<char>('0' + static_cast<int>(block));
  return hashed(second, hashed("\x1f", hashed(first, hashed({&number, 1}, kSeed))));
}

class Collector {
 public:
  void add(Block block, std::string_view first, std::string_view second = {}) {
    hints_.push_back({id_of(block, first, second), block});
  }

  // Adds the pieces of a word including its edges, so that "^ca" differs from "ca" in "because".
  void add_pieces(std::string_view word) {
    edged_.assign(1, ' ').append(word).append(1, ' ');
    for (std::size_t length = kShortestPiece; length <= kLongestPiece; ++length) {
      if (edged_.size() <= length) {
        add(Block::kLetters, edged_);
        return;
      }
      for (std::size_t at = 0; at + length <= edged_.size(); ++at) {
        add(Block::kLetters, std::string_view(edged_).substr(at, length));
      }
    }
  }

  std::vector<Hint> each_once() && {
    std::sort(hints_.begin(), hints_.end(), [](const Hint& a, const Hint& b) { return a.id < b.id; });
    const auto is_same = [](const Hint& a, const Hint& b) { return a.id == b.id; };
    hints_.erase(std::unique(hints_.begin(), hints_.end(), is_same), hints_.end());
    return std::move(hints_);
  }

 private:
  std::vector<Hint> hints_;
  std::string edged_;
};

// The endings that a stem leaves out; the first one that fits counts.
constexpr std::array<std::string_view, 20> kEndings = {"ments", "ment", "ies",  "ied",  "ys",  "ations", "ation",
                                                       "ings",  "ing",  "edly", "ions", "ion", "ers",    "er",
                                                       "ed",    "es",   "s",    "ly",   "e",   "y"};
constexpr std::string_view kLastLetters = "tsdgnrye";  // of all endings

// All numbers are the same word: which number a message contains says little about its intent.
constexpr std::string_view kNumber = "0";

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void add_hints(std::string_view message, bool with_letters, Collector& hints) {
  const FoldedText folded(message);
  const Words words(folded.text());
  std::vector<std::string_view> stems;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = is_number(words.text(i, 1)) ? kNumber : words.text(i, 1);
    if (with_letters) hints.add_pieces(word);
    for (const std::string_view part : expanded(word)) {
      if (!part.empty()) stems.push_back(stem_of(part));
    }
  }
  for (std::size_t i = 0; i < stems.size(); ++i) {
    hints.add(Block::kStem, stems[i]);
    hints.add(Block::kSequence, i == 0 ? "^" : stems[i - 1], stems[i]);
    for (std::size_t j = i + 1; j < stems.size() && j <= i + kNear; ++j) {
      if (stems[i] != stems[j]) hints.add(Block::kPair, std::min(stems[i], stems[j]), std::max(stems[i], stems[j]));
    }
  }
  if (!stems.empty()) hints.add(Block::kSequence, stems.back(), "$");
}

std::size_t index(Block block) { return static_cast<std::size_t>(block); }

}  // namespace

std::string_view stem_of(std::string_view word) {
  word = base_form(word);
  const bool may_end = !word.empty() && kLastLetters.find(word.back()) != std::string_view::npos;
  for (const std::string_view ending : may_end ? std::span(kEndings) : std::span<const std::string_view>()) {
    if (word.size() < ending.size() + kShortestStem || !word.ends_with(ending)) continue;
    word.remove_suffix(ending.size());
    break;
  }
  const bool is_doubled = word.size() > kShortestStem && word.back() == word[word.size() - 2];
  if (is_doubled) word.remove_suffix(1);
  return word;
}

std::vector<Hint> hints_in(std::string_view message, std::string_view general) {
  Collector hints;
  add_hints(message, true, hints);
  if (!general.empty()) add_hints(general, false, hints);
  return std::move(hints).each_once();
}

TrainingSize training_size(const std::vector<std::string_view>& messages, std::size_t most_hints) {
  TrainingSize size;
  std::unordered_set<std::uint64_t> ids;
  for (const std::string_view message : messages) {
    if (size.hints > most_hints) break;
    const std::vector<Hint> hints = hints_in(message);
    size.hints += hints.size();
    for (const Hint& hint : hints) ids.insert(hint.id);
  }
  size.columns = ids.size();
  return size;
}

FeatureSpace::FeatureSpace(const std::vector<std::vector<Hint>>& sentences) {
  std::vector<std::uint32_t> sentences_with = {0};
  for (const auto& hints : sentences) {
    for (const Hint& hint : hints) {
      const auto [found, is_new] = columns_.emplace(hint.id, static_cast<std::uint32_t>(sentences_with.size()));
      if (is_new) sentences_with.push_back(0);
      ++sentences_with[found->second];
    }
  }
  const auto all = static_cast<float>(sentences.size() + 1);
  rarities_.clear();
  for (const std::uint32_t count : sentences_with) {
    rarities_.push_back(std::log(all / static_cast<float>(count + 1)));
  }
  set_values();
}

FeatureSpace::FeatureSpace(const std::vector<Column>& columns) {
  rarities_.clear();
  columns_.reserve(columns.size());
  for (const Column& column : columns) {
    if (!rarities_.empty()) columns_.emplace(column.id, static_cast<std::uint32_t>(rarities_.size()));
    rarities_.push_back(column.rarity);
  }
  if (rarities_.empty()) rarities_.push_back(0);
  set_values();
}

void FeatureSpace::set_values() {
  values_.resize(rarities_.size());
  for (std::size_t column = 1; column < values_.size(); ++column) {
    values_[column] = std::pow(rarities_[column] + 1, kPowerOfRarity);
  }
}

std::vector<FeatureSpace::Column> FeatureSpace::list() const {
  std::vector<Column> columns(rarities_.size());
  columns[0] = {0, rarities_[0]};
  for (const auto& [id, column] : columns_) columns[column] = {id, rarities_[column]};
  return columns;
}

std::uint32_t FeatureSpace::column_of(const Hint& hint) const {
  const auto found = columns_.find(hint.id);
  return found == columns_.end() ? kUnknown : found->second;
}

std::vector<Cell> FeatureSpace::vector_of(const std::vector<Hint>& hints) const {
  std::vector<Cell> cells = {{0, values_[0]}};
  std::vector<Block> blocks = {Block::kStem};
  std::array<float, kBlocks> squares{};
  for (const Hint& hint : hints) {
    const std::uint32_t column = column_of(hint);
    if (column == kUnknown) continue;
    const float value = values_[column];
    squares[index(hint.block)] += value * value;
    cells.push_back({column, value});
    blocks.push_back(hint.block);
  }
  for (std::size_t i = 1; i < cells.size(); ++i) {
    cells[i].value *= kLengths[index(blocks[i])] / std::sqrt(squares[index(blocks[i])]);
  }
  return cells;
}

}  // namespace parley::intents::scoring
