// Tested by tests/context/topics/similarity_test.cc.
#include "context/topics/similarity.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/fold.h"
#include "base/text.h"
#include "memory/search_words.h"

namespace parley::context {
namespace {

constexpr std::size_t kShortestTelling = 4;
constexpr std::size_t kPiece = 4;        // letters in a part of a word
constexpr double kWeightOfPieces = 0.6;  // the sum of the squared weights of the parts of a word; the word has weight 1

// FNV-1a, 64 bits: the same on every platform.
std::uint64_t hash(std::string_view bytes) {
  std::uint64_t h = 14695981039346656037u;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return h ^ (h >> 29);
}

bool is_one_character_without_blanks(std::string_view word) {
  std::size_t at = 0;
  const char32_t first = base::next_code_point(word, at);
  return at == word.size() && base::is_written_without_blanks(first);
}

// Returns the byte offsets at which the word's letters begin, and its end.
std::vector<std::size_t> letters_of(std::string_view word) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = 0; at < word.size();) {
    base::next_code_point(word, at);
    starts.push_back(at);
  }
  return starts;
}

// The sign depends on the feature, so that two features that share a dimension are not counted as equal.
void add(Embedding& embedding, std::string_view feature, double weight) {
  const std::uint64_t h = hash(feature);
  const double sign = (h >> 63) != 0 ? -1 : 1;
  embedding[h % kLexicalSize] += static_cast<float>(sign * weight);
}

void add_word(Embedding& embedding, const std::string& word, double weight) {
  add(embedding, word, weight);
  const std::string framed = '<' + word + '>';
  const std::vector<std::size_t> letters = letters_of(framed);
  if (letters.size() <= kPiece + 1) return;
  const std::size_t pieces = letters.size() - 1 - kPiece + 1;
  const double each = weight * std::sqrt(kWeightOfPieces / static_cast<double>(pieces));
  for (std::size_t i = 0; i < pieces; ++i) {
    add(embedding, std::string_view(framed).substr(letters[i], letters[i + kPiece] - letters[i]), each);
  }
}

double length_of(const Embedding& embedding) {
  double sum = 0;
  for (const float x : embedding) sum += static_cast<double>(x) * static_cast<double>(x);
  return std::sqrt(sum);
}

}  // namespace

std::vector<std::string> telling_words(std::string_view text) {
  std::vector<std::string> telling;
  std::string before;  // the last word, if it is a single character of a script without blanks
  for (std::string& word : memory::search_words(text)) {
    if (is_one_character_without_blanks(word)) {
      if (!before.empty()) telling.push_back(before + word);
      before = std::move(word);
      continue;
    }
    before.clear();
    if (base::count_code_points(word) >= kShortestTelling) telling.push_back(std::move(word));
  }
  return telling;
}

Embedding lexical_embedding(std::string_view text) {
  std::map<std::string, int> counts;
  for (std::string& word : telling_words(text)) ++counts[std::move(word)];
  if (counts.empty()) return {};
  Embedding embedding(kLexicalSize);
  for (const auto& [word, count] : counts) {
    const bool is_common = base::count_code_points(word) == kShortestTelling;
    add_word(embedding, word, (is_common ? 0.5 : 1) * (1 + std::log(count)));
  }
  return normalised(std::move(embedding));
}

double cosine(const Embedding& a, const Embedding& b) {
  if (a.empty() || a.size() != b.size()) return 0;
  double dot = 0;
  for (std::size_t i = 0; i < a.size(); ++i) dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  const double lengths = length_of(a) * length_of(b);
  return lengths > 0 ? dot / lengths : 0;
}

void take_in(Embedding& mean, std::int64_t count, const Embedding& embedding) { join(mean, count, embedding, 1); }

void join(Embedding& mean, std::int64_t count, const Embedding& other, std::int64_t other_count) {
  if (other_count == 0) return;
  if (count == 0) {
    mean = other;
    return;
  }
  const double share = static_cast<double>(other_count) / static_cast<double>(count + other_count);
  for (std::size_t i = 0; i < mean.size(); ++i) {
    mean[i] = static_cast<float>(mean[i] + share * (static_cast<double>(other[i]) - mean[i]));
  }
}

Embedding normalised(Embedding embedding) {
  const double length = length_of(embedding);
  if (!(length > 0) || !std::isfinite(length)) return {};
  for (float& x : embedding) x = static_cast<float>(x / length);
  return embedding;
}

}  // namespace parley::context
