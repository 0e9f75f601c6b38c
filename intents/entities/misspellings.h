// Misspellings: which of many words a typed one is meant to be.
//
// A letter left out, put in, changed, or two next to each other swapped is one typo (optimal string alignment). A word
// of 5 to 8 letters may have one, a longer one two, a shorter one none: of those too many are words of their own. The
// words are found by what is left when letters are left out, so that looking one up costs about the same however many
// there are, and never more than a thousand comparisons.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::intents {

class Misspellings {
 public:
  // Of `words` those in plain lower case letters count.
  explicit Misspellings(std::vector<std::string> words);

  // The words that `typed` is nearest to, as pieces of this; none when it is one of them, or near to too many.
  std::vector<std::string_view> meant_by(std::string_view typed) const;

 private:
  std::vector<std::string> words_;                         // sorted, each once
  std::vector<std::pair<std::uint64_t, int>> remainders_;  // hashes of what is left, and of which word; sorted
};

}  // namespace parley::intents
