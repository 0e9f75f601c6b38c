// UTF-8 text: validity, code points, and the small things every room does with words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::base {

// The byte offset of the first malformed sequence, or npos. Overlong forms, surrogates and values over U+10FFFF
// are malformed.
std::size_t find_invalid_utf8(std::string_view text);

// The same text with every malformed sequence replaced by U+FFFD.
std::string valid_utf8(std::string_view text);

// Reads the code point at `at` and moves `at` past it; a malformed byte reads as U+FFFD.
char32_t next_code_point(std::string_view text, std::size_t& at);
void append_code_point(std::string& out, char32_t code_point);

std::size_t count_code_points(std::string_view text);
// Byte offset -> number of code points before it.
std::size_t code_point_offset(std::string_view text, std::size_t byte_offset);

bool is_ascii(std::string_view text);  // all of it
std::string lower_ascii(std::string_view text);
std::string_view trim(std::string_view text);  // ASCII white space, both ends
bool is_word_byte(char c);                     // [A-Za-z0-9_]; any byte of a non-ASCII code point too
// Whether `c` is a byte of a UTF-8 code point other than its first.
inline bool is_continuation_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// 1 to 128 characters out of [A-Za-z0-9._:@+-]: what a session or a message may be called.
bool is_id(std::string_view text);

// Edit distance with transpositions (optimal string alignment), in bytes; stops above `limit` and answers limit + 1.
int edit_distance(std::string_view a, std::string_view b, int limit);

// `text` with `"` `\` and control characters escaped, between quotes; malformed UTF-8 becomes U+FFFD.
void append_json_string(std::string& out, std::string_view text);

}  // namespace parley::base
