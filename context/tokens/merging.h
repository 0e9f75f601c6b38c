// Counts the tokens of a piece of text by byte-pair encoding.
#pragma once

#include <cstdint>
#include <string_view>

#include "context/tokens/vocabulary.h"

namespace parley::context {

// Starts with single bytes. Repeatedly merges the two neighbours that form the token of the lowest rank, until no
// neighbours form a token. Among equal ranks, the leftmost neighbours merge first. O(n log n) in the length of the
// piece, which must be below 4 GB.
std::int64_t merged_tokens(const Vocabulary& vocabulary, std::string_view piece);

}  // namespace parley::context
