// The pieces that a byte-pair encoding splits a text into before it merges bytes. No token reaches over the end of one.
//
// Each encoding defines its pieces by a regular expression. This is that expression by hand, in time that is linear in
// the text; the comments in pieces.cc quote it.
#pragma once

#include <cstddef>
#include <string_view>

#include "parley/tokens.h"

namespace parley::context {

// Where the piece that begins at `at` ends. Requires at < text.size(), and well-formed UTF-8.
std::size_t piece_end(Encoding encoding, std::string_view text, std::size_t at);

}  // namespace parley::context
