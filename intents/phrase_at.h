// Tested by tests/intents/polarity_test.cc and agreement_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/word_list.h"
#include "intents/words.h"

namespace parley::intents {

// Returns how many words of the longest phrase of the list begin at this word; 0 if none does. No phrase of the lexicon
// has more than kLongestPhrase words.
inline std::size_t phrase_at(const base::WordList& list, const Words& words, std::size_t word) {
  constexpr std::size_t kLongestPhrase = 8;
  if (!list.may_begin_with(words.text(word, 1))) return 0;
  for (std::size_t count = std::min(kLongestPhrase, words.size() - word); count > 0; --count) {
    if (list.has(words.text(word, count))) return count;
  }
  return 0;
}

}  // namespace parley::intents
