// Phrases: a dictionary of short texts, each of one word or a few, and which of them stand in a message.
//
// Looked up word by word: what it costs does not depend on how many phrases there are.
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
  // Whatever its case and punctuation; an underscore is a space. False when there is no word in it.
  bool add(std::string_view phrase, int meaning);

  bool empty() const { return meanings_.empty(); }
  const std::vector<int>* find(std::string_view plain) const;
  std::size_t longest() const { return longest_of_all_; }  // in words

  // Calls `found(meanings, count)` for each phrase made of the words [first, first + count), the longest first, until
  // it answers true.
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
  Dictionary<std::vector<int>> meanings_;  // by their plain words
  Dictionary<std::size_t> longest_;        // by the first word, how many words there are at most
  std::size_t longest_of_all_ = 0;
};

}  // namespace parley::intents
