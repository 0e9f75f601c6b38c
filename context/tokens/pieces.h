// Splits a text into the pieces that a byte-pair encoding merges separately. No token crosses the end of a piece.
//
// Each encoding defines its pieces by a regular expression. This is a hand-written matcher of that expression, linear
// in the text; the comments in pieces.cc quote the expression.
#pragma once

#include <cstddef>
#include <string_view>

#include "parley/tokens.h"

namespace parley::context {

// Returns the end of the piece that begins at `at`. Requires at < text.size() and well-formed UTF-8.
std::size_t piece_end(Encoding encoding, std::string_view text, std::size_t at);

}  // namespace parley::context
