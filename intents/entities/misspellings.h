// Misspellings finds the intended words for a misspelled word.
//
// A missing, extra or wrong letter, or two swapped neighbors, is one typo (optimal string alignment). A word of 5 to 8
// letters may have one typo and a longer word two. Shorter words must match exactly, because too many of their variants
// are words themselves. The index contains each word with letters left out. A lookup therefore costs about the same for
// any number of words. It makes at most a thousand comparisons.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::intents {

class Misspellings {
 public:
  // Ignores `words` that contain anything but lower-case ASCII letters.
  explicit Misspellings(std::vector<std::string> words);

  // Returns the words nearest to `typed`, as views into this object. Returns an empty list if `typed` is one of the
  // words or is near to too many. `max_typos`: 1 or 2.
  std::vector<std::string_view> meant_by(std::string_view typed, int max_typos = 2) const;

 private:
  std::vector<std::string> words_;                         // sorted, each once
  std::vector<std::pair<std::uint64_t, int>> remainders_;  // sorted (hash of shortened word, word index)
};

}  // namespace parley::intents
