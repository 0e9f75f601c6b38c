// Measures how far an answer that a language model wrote keeps to the words of a passage.
#pragma once

#include <string_view>

#include "knowledge/question_words.h"

namespace parley::knowledge {

// Returns the share of the words with a meaning in `answer` that `passage` has, too, in any form or as a synonym: 0 to
// 1. Words with digits, addresses and links do not count. In scripts without blanks between words, pairs of characters
// count as words. 0: the answer has less than two such words, so it could say anything.
double grounded_share(std::string_view answer, std::string_view passage, Lexicon lexicon);

}  // namespace parley::knowledge
