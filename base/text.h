// Helpers for UTF-8 text: validity, code points, trimming, identifiers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::base {

// Returns the byte offset of the first malformed sequence, or npos. Overlong forms, surrogates and values over U+10FFFF
// are malformed.
std::size_t find_invalid_utf8(std::string_view text);

// Returns `text` with each malformed sequence replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

// Reads the code point at `at` and moves `at` past it. A malformed byte reads as U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& at);
void append_code_point(std::string& out, char32_t code_point);

std::size_t count_code_points(std::string_view text);
// Returns the number of code points before a byte offset.
std::size_t code_point_offset(std::string_view text, std::size_t byte_offset);

bool is_ascii(std::string_view text);
std::string lower_ascii(std::string_view text);
std::string_view trim(std::string_view text);  // ASCII white space, both ends
bool is_word_byte(char c);                     // [A-Za-z0-9_] or any byte of a non-ASCII code point
// Whether `c` is a byte of a UTF-8 code point other than its first.
inline bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Whether `text` is valid as a session or message id: 1 to 128 characters of [A-Za-z0-9._:@+-].
bool is_id(std::string_view text);

// Returns the edit distance with transpositions (optimal string alignment), in bytes. Returns limit + 1 when it exceeds
// `limit`.
int edit_distance(std::string_view a, std::string_view b, int limit);

// Appends `text` as a quoted JSON string, with `"`, `\` and control characters escaped. Malformed UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace parley::base
