// Small operations on texts, for the tests of all rooms.
#pragma once

#include <string>

#include <catch2/catch.hpp>

namespace parley {

// Returns `text` with its first `piece` replaced by `other`.
inline std::string replaced(std::string text, const std::string& piece, const std::string& other) {
  const std::size_t at = text.find(piece);
  if (at == std::string::npos) FAIL("no '" << piece << "' in " << text);
  return text.replace(at, piece.size(), other);
}

inline bool contains(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

}  // namespace parley
