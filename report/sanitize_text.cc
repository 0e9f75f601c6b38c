// Tested by tests/report/sanitize_text_test.cc.
#include "report/sanitize_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "base/text.h"

namespace parley::report {
namespace {

constexpr std::size_t kDigitsOfAnId = 3;     // a word with this many digits is an id
constexpr std::size_t kDigitsOfANumber = 5;  // digits in adjacent number words, as in a phone number

bool is_in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// Whether a character is invisible or changes the writing direction.
bool is_unseen(char32_t c) {
  return is_in(c, 0x7F, 0x9F) || c == 0xAD || c == 0x061C || is_in(c, 0x200B, 0x200F) || is_in(c, 0x2028, 0x202E) ||
         is_in(c, 0x2060, 0x206F) || c == 0xFEFF || is_in(c, 0xFFF9, 0xFFFB) || is_in(c, 0xE0000, 0xE007F);
}

void append_escape(std::string& out, char32_t c) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 6;
  out += c < 0x100 ? "\\x" : "\\u";
  for (int place = digits - 1; place >= 0; --place) out += kDigits[(c >> (4 * place)) & 0xF];
}

// The zeros of the digit ranges in common use.
bool is_digit(char32_t c) {
  constexpr std::array<char32_t, 6> kZeros = {U'0', 0x0660, 0x06F0, 0x0966, 0x09E6, 0xFF10};
  return std::any_of(kZeros.begin(), kZeros.end(), [&](char32_t zero) { return is_in(c, zero, zero + 9); });
}

struct Word {
  std::string_view text;
  std::string_view end;  // trailing punctuation
  std::size_t digits = 0;
  bool is_number = false;  // digits without letters
};

Word word_of(std::string_view text) {
  const std::size_t last = text.find_last_not_of(".,;:!?)\"'");
  Word word;
  word.text = text.substr(0, last == std::string_view::npos ? 0 : last + 1);
  word.end = text.substr(word.text.size());
  bool has_letter = false;
  for (std::size_t at = 0; at < word.text.size();) {
    const char32_t c = base::next_code_point(word.text, at);
    if (is_digit(c)) {
      ++word.digits;
    } else if (c >= 0x80 || (c < 0x80 && base::is_word_byte(static_cast<char>(c)))) {
      has_letter = true;
    }
  }
  word.is_number = word.digits > 0 && !has_letter;
  return word;
}

}  // namespace

std::string sanitize_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = base::next_code_point(text, at);
    if (c == U'\n') {
      out += "\\n";
    } else if (c == U'\t') {
      out += "\\t";
    } else if (c < 0x20 || is_unseen(c)) {
      append_escape(out, c);
    } else {
      base::append_code_point(out, c);
    }
  }
  return out;
}

std::string without_ids(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    words.push_back(word_of(text.substr(begin, at - begin)));
  }
  std::string out;
  for (std::size_t i = 0; i < words.size();) {
    std::size_t next = i, digits = 0;
    while (next < words.size() && words[next].is_number) digits += words[next++].digits;
    const bool one_number = digits >= kDigitsOfANumber;
    if (!one_number) next = i + 1;
    const Word& word = words[i];
    if (!out.empty()) out += ' ';
    if (one_number || word.digits >= kDigitsOfAnId) {
      out += '#';
    } else if (word.text.find("://") != std::string_view::npos) {
      out += "(link)";
    } else if (word.text.find('@') != std::string_view::npos) {
      out += "(address)";
    } else {
      out += word.text;
    }
    out += words[next - 1].end;
    i = next;
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t most) {
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size(); ++count) {
    if (count == most) return std::string(text.substr(0, at)) + "...";
    base::next_code_point(text, at);
  }
  return std::string(text);
}

}  // namespace parley::report
