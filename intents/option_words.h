// Reads an answer to a question with options: "2", "the first and the third", "the last one", "both", "none of them",
// the words of a label, or any word that tells one label from the others. Words may be misspelled or in the plural.
//
// Tested by tests/intents/option_words_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

struct OptionAnswer {
  std::vector<int> named;     // zero-based, in the order of the options
  std::vector<int> possible;  // if `named` is empty: the options that the message fits equally well
  bool refuses = false;       // "none of them"
  bool is_certain = false;    // a number, a place, "both" or the whole label, and nothing else
};

// Returns the form in which a word of a message and a word of a label are compared: "9th" and "9" are the same word.
std::string word_form(std::string_view word);

// Returns true if one letter of a long word was added, left out, replaced, or swapped with its neighbour.
bool is_typo(std::string_view said, std::string_view meant);

// Removes the options that lack a word of the answer which another label has: "Rome without a stop" is not "Rome via
// Vienna".
void keep_options_with_all(const Words& words, const std::vector<std::string>& labels, OptionAnswer& answer);

OptionAnswer read_option_answer(const Words& words, const std::vector<std::string>& labels);

}  // namespace parley::intents
