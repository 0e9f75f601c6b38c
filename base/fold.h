// Text normalization for comparisons that ignore case, accents and variant forms of a letter.
#pragma once

#include <string>
#include <string_view>

namespace parley::base {

// Returns `text` after Unicode case folding and compatibility mapping (full-width letters, ligatures). Removes accents
// and other marks, and invisible characters such as soft hyphens and joiners. Malformed UTF-8 becomes U+FFFD. Folding
// twice gives the same result as folding once.
std::string fold(std::string_view text);

// Returns the ASCII character for a typographic quote or apostrophe, or for a dash or blank that is outside the Unicode
// categories Pd and Zs. Returns 0 for all other characters.
char ascii_mark(char32_t code_point);

enum class LetterCase { kKept, kFolded };

// Appends the plain form of one code point, for callers that must know the input byte of each output byte. Normalizes
// like fold(). Also converts decimal digits of every script to 0-9, dashes to '-', blanks to the ASCII space, and
// typographic quotes to ASCII quotes. Appends nothing for marks and invisible characters.
void append_plain(std::string& out, char32_t code_point, LetterCase letters);

bool is_letter_or_digit(char32_t code_point);

// Whether the character belongs to Chinese or Japanese script, which puts no blanks between words.
bool is_written_without_blanks(char32_t code_point);

}  // namespace parley::base
