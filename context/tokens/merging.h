// Byte-pair encoding: of how many tokens a piece of text consists.
#pragma once

#include <cstdint>
#include <string_view>

#include "context/tokens/vocabulary.h"

namespace parley::context {

// Begins with single bytes, and merges the two neighbours that make the token of the lowest rank, the leftmost of equal
// ones, until no neighbours make a token. O(n log n) in the length of the piece, which must be below 4 GB.
std::int64_t merged_tokens(const Vocabulary& vocabulary, std::string_view piece);

}  // namespace parley::context
