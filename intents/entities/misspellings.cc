#include "intents/entities/misspellings.h"

#include <algorithm>
#include <functional>

#include "base/text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kShortest = 5;
constexpr std::size_t kLongestOfOneTypo = 8;
constexpr std::size_t kMaxWordBytes = 20;
constexpr std::size_t kMaxRemainders = 1'000'000;  // 16 MB; further words match only as spelled
constexpr std::size_t kMaxCandidates = 1000;       // words to compare; above this, the word is ambiguous
constexpr std::size_t kMaxNearest = 16;            // equally near words; above this, the word is ambiguous

int typos_in(std::size_t letters) { return letters < kShortest ? 0 : letters <= kLongestOfOneTypo ? 1 : 2; }

bool is_plain_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// Visits the hash of the word, and the hash of each string that remains when up to `typos` letters are removed.
template <class Visit>
void for_each_remainder(const std::string& word, int typos, const Visit& visit, std::size_t from = 0) {
  visit(std::hash<std::string_view>()(word));
  if (typos == 0) return;
  for (std::size_t i = from; i < word.size(); ++i) {
    for_each_remainder(word.substr(0, i) + word.substr(i + 1), typos - 1, visit, i);
  }
}

}  // namespace

Misspellings::Misspellings(std::vector<std::string> words) : words_(std::move(words)) {
  std::sort(words_.begin(), words_.end());
  words_.erase(std::unique(words_.begin(), words_.end()), words_.end());
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string& word = words_[i];
    if (!is_plain_word(word) || word.size() < kShortest || word.size() > kMaxWordBytes) continue;
    if (remainders_.size() > kMaxRemainders) break;
    for_each_remainder(word, typos_in(word.size()),
                       [&](std::uint64_t hash) { remainders_.emplace_back(hash, static_cast<int>(i)); });
  }
  std::sort(remainders_.begin(), remainders_.end());
  remainders_.erase(std::unique(remainders_.begin(), remainders_.end()), remainders_.end());
}

std::vector<std::string_view> Misspellings::meant_by(std::string_view typed, int max_typos) const {
  if (!is_plain_word(typed) || typed.size() + 1 < kShortest || typed.size() > kMaxWordBytes) return {};
  if (std::binary_search(words_.begin(), words_.end(), typed, std::less<>())) return {};
  std::vector<int> near;
  for_each_remainder(std::string(typed), std::min(max_typos, typos_in(typed.size() + 2)), [&](std::uint64_t hash) {
    auto same = std::lower_bound(remainders_.begin(), remainders_.end(), std::pair(hash, 0));
    for (; same != remainders_.end() && same->first == hash && near.size() <= kMaxCandidates; ++same) {
      near.push_back(same->second);
    }
  });
  if (near.size() > kMaxCandidates) return {};
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());

  std::vector<std::string_view> nearest;
  int least = std::min(max_typos, typos_in(kMaxWordBytes));
  for (const int index : near) {
    const std::string& word = words_[static_cast<std::size_t>(index)];
    const int typos = base::edit_distance(typed, word, least);
    if (typos > std::min(least, typos_in(word.size()))) continue;
    if (typos < least) nearest.clear();
    least = typos;
    nearest.push_back(word);
  }
  return nearest.size() > kMaxNearest ? std::vector<std::string_view>() : nearest;
}

}  // namespace parley::intents
