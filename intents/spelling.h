// Replaces common misspellings of small English words: "teh", "jsut", "definetly". Such words say yes and no, negate
// and correct, so that a misspelt one changes the meaning of a message.
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace parley::intents {

// Returns the word that a plain word means: "the" for "teh". Returns an empty view for a word that is no such
// misspelling.
std::string_view word_meant_by(std::string_view plain);

inline constexpr std::size_t kMisspeltKeys = 8192;
inline constexpr std::size_t kShortestMisspelt = 3;

// A key of three letters and the length. Few words have the key of a misspelling.
inline std::size_t misspelt_key(const char* word, std::size_t length) {
  constexpr std::size_t kFactor = 31;
  const auto letter = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(word[i])); };
  return (((letter(0) * kFactor + letter(2)) * kFactor + letter(length - 1)) * kFactor + length) % kMisspeltKeys;
}

// The keys of all misspellings. Most other words have none of these keys.
const std::bitset<kMisspeltKeys>& misspelt_keys();

}  // namespace parley::intents
