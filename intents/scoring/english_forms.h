// Gives the forms of frequent English words that no ending reveals: "came" is a form of "come", and "hasn't" means "has
// not". Messages without apostrophes and learners of English write many of them.
//
// Tested by tests/intents/english_forms_test.cc.
#pragma once

#include <array>
#include <string_view>

namespace parley::intents::scoring {

// Returns the words of a contraction in plain letters: "has", "not" for "hasnt". The second is empty for other words.
std::array<std::string_view, 2> expanded(std::string_view word);

// Returns the base form of an irregular form, or the word itself.
std::string_view base_form(std::string_view word);

}  // namespace parley::intents::scoring
