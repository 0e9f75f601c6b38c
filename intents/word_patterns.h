// Builds regexes of words: "(?:please |ok )*cancel(?: now)*". The words are regexes of the
// lexicon (docs/lexicon.md), so an alternation among them is in a group.
//
// Tested by tests/intents/word_patterns_test.cc.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace parley::intents {

inline std::string concat(std::initializer_list<std::string_view> parts) {
  std::string all;
  for (const std::string_view part : parts) all += part;
  return all;
}

inline std::string either(std::string_view a, std::string_view b) { return concat({"(?:", a, "|", b, ")"}); }

// Match the words any number of times, each with a space after it or before it.
inline std::string any_before(std::string_view words) { return concat({"(?:", words, " )*"}); }
inline std::string any_after(std::string_view words) { return concat({"(?: ", words, ")*"}); }

// Matches the words at the end of a word: before a space, or at the end of the message.
inline std::string ends_word(std::string_view words) { return concat({words, "(?: |$)"}); }

}  // namespace parley::intents
