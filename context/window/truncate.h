// Shortens texts and marks where something is missing. Sizes are in characters (code points), and no text ever grows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley::context {

// Returns the beginning and the end of `text` with a mark between them, at most `limit` characters in all. Never splits
// a code point.
std::string shorten(std::string_view text, std::size_t limit);

// Shortens text that may be JSON. An object or an array remains valid JSON, with fewer items, fewer members, shorter
// strings, and marks where something is missing. A limit below 40 yields the smallest possible value.
std::string shorten_keeping_json(std::string_view text, std::size_t limit);

}  // namespace parley::context
