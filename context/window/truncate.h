// Texts made shorter, so that one sees that they were. Sizes are in characters (code points), and nothing ever grows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::context {

// The beginning and the end of `text` with a mark between them, at most `limit` characters in all. Never cuts a code
// point in two.
std::string shorten(std::string_view text, std::size_t limit);

// The same of what may be JSON: an object or an array stays one, with fewer items, fewer members, shorter strings, and
// marks where something is missing. Of a limit below 40 as little as can be.
std::string shorten_keeping_json(std::string_view text, std::size_t limit);

}  // namespace parley::context
