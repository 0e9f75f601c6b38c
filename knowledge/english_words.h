// The English words of the knowledge room: stop words, common words and synonyms.
//
// Tested by tests/knowledge/question_words_test.cc.
#pragma once

#include <string_view>

namespace parley::knowledge {

// Words of questions that say nothing about their subject: "what", "does", "please".
bool is_stop_word(std::string_view word);

// Words that many questions have in addition to their subject: "use", "happen", "possible".
bool is_common_word(std::string_view word);

// Returns the words with the same meaning in questions to a company, separated by blanks, the word among them. Empty:
// none is known.
std::string_view synonyms_of(std::string_view word);

}  // namespace parley::knowledge
