// Text as it is compared when case, accents and ways of writing the same letter must not count.
#pragma once

#include <string>
#include <string_view>

namespace parley::base {

// Unicode case folding, compatibility forms as plain ones (full-width letters, ligatures), without accents and other
// marks and without what cannot be seen (soft hyphens, joiners). Malformed UTF-8 becomes U+FFFD. Folding twice changes
// nothing more.
std::string fold(std::string_view text);

// The ASCII character of a typographic quote or apostrophe, and of dashes and blanks that their Unicode category does
// not tell; 0 for all else.
char plain_mark(char32_t code_point);

// One code point in plain form, for those who must know where each byte comes from: as fold() has it, and besides
// decimal digits of every script as 0 to 9, dashes as '-', blanks as ' ' and typographic quotes as ' and ". Appends
// nothing for what cannot be seen and for marks.
enum class LetterCase { kKept, kFolded };
void append_plain(std::string& out, char32_t code_point, LetterCase letters);

bool is_letter_or_digit(char32_t code_point);

// A character of a script that writes Chinese or Japanese, where no blank stands between two words.
bool is_written_without_blanks(char32_t code_point);

}  // namespace parley::base
