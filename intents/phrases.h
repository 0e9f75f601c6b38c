// Phrases is a dictionary of short texts of one or a few words. It finds the phrases that occur in a message.
//
// Lookup goes word by word, so its cost does not depend on the number of phrases.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

class Phrases {
 public:
  // Adds a phrase; ignores case and punctuation, and treats an underscore as a space. Returns false if it has no word.
  bool add(std::string_view phrase, int meaning);

  bool empty() const { return meanings_.empty(); }
  const std::vector<int>* find(std::string_view plain) const;
  std::size_t longest() const { return longest_of_all_; }  // in words

  // Calls `found(meanings, count)` for each phrase that equals the words [first, first + count), longest first, until
  // `found` returns true.
  template <class Found>
  void at(const Words& words, std::size_t first, const Found& found) const {
    const auto starts = longest_.find(words.text(first, 1));
    if (starts == longest_.end()) return;
    for (std::size_t count = std::min(starts->second, words.size() - first); count > 0; --count) {
      const std::vector<int>* meanings = find(words.text(first, count));
      if (meanings && found(*meanings, count)) return;
    }
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <class T>
  using Dictionary = std::unordered_map<std::string, T, Hash, std::equal_to<>>;
  Dictionary<std::vector<int>> meanings_;  // by plain words
  Dictionary<std::size_t> longest_;        // by first word: the largest number of words of a phrase
  std::size_t longest_of_all_ = 0;
};

}  // namespace parley::intents
