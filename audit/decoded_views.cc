// Tested by tests/audit/canaries_test.cc.
#include "audit/decoded_views.h"

#include <cstdlib>

#include "base/fold.h"
#include "base/text.h"

namespace parley::audit {
namespace {

constexpr std::size_t kMinLettersInWord = 8;  // shorter values are found only as separate words
constexpr std::size_t kMaxGap = 5;            // bytes between two letters

bool is_lower_alnum(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = static_cast<char>(c | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Reads `count` hex digits at `at`. Returns -1 if they are not hex digits.
long hex_number(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return -1;
  long number = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    const int digit = hex_digit(text[i]);
    if (digit < 0) return -1;
    number = number * 16 + digit;
  }
  return number;
}

// An escape sequence: its meaning and length. A length of 0 means that the text has no escape here.
struct Escape {
  std::size_t length = 0;
  long code = 0;
};
Escape escape_at(std::string_view text, std::size_t at) {
  const auto hex = [&](std::size_t lead, std::size_t count) {
    const long code = hex_number(text, at + lead, count);
    return code < 0 ? Escape() : Escape{lead + count, code};
  };
  if (text[at] == '%') return hex(1, 2);
  if (text.substr(at, 2) == "\\u") return hex(2, 4);
  if (text.substr(at, 2) == "\\x") return hex(2, 2);
  if (text[at] == '\\' && at + 1 < text.size())
    return {2, text[at + 1] == '"' || text[at + 1] == '/' ? text[at + 1] : ' '};
  if (text.substr(at, 2) != "&#") return {};
  const std::size_t end = text.find(';', at);
  if (end == std::string_view::npos || end - at > 9) return {};
  const std::string digits(text.substr(at + 2, end - at - 2));
  const bool is_hex = !digits.empty() && (digits[0] | 0x20) == 'x';
  const long code = std::strtol(digits.c_str() + (is_hex ? 1 : 0), nullptr, is_hex ? 16 : 10);
  return {end + 1 - at, code};
}

std::optional<Span> find_text(std::string_view text, std::string_view part) {
  const std::size_t at = text.find(part);
  return at == std::string_view::npos ? std::nullopt : std::optional<Span>({at, at + part.size()});
}

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Returns the base64 characters that encode only bytes of the value. `bytes_before` (0 to 2) bytes precede the value in
// its group of three.
std::string base64_middle(std::string_view value, std::size_t bytes_before) {
  std::string middle;
  const std::size_t first = bytes_before * 8, last = first + value.size() * 8;
  for (std::size_t bit = (first + 5) / 6 * 6; bit + 6 <= last; bit += 6) {
    unsigned six = 0;
    for (std::size_t i = bit - first; i < bit - first + 6; ++i) {
      six = six * 2 + ((static_cast<unsigned char>(value[i / 8]) >> (7 - i % 8)) & 1U);
    }
    middle += kBase64[six];
  }
  return middle;
}

}  // namespace

View::View(std::string text) : text_(std::move(text)) {
  std::string plain;
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t begin = at;
    const char32_t code = base::next_code_point(text_, at);
    plain.clear();
    base::append_plain(plain, code, base::LetterCase::kFolded);
    for (const char c : plain) {
      if (!is_lower_alnum(c)) continue;
      letters_ += c;
      origins_.push_back({begin, at});
    }
  }
}

std::optional<Span> View::find(std::string_view letters) const {
  if (letters.empty()) return std::nullopt;
  for (std::size_t at = letters_.find(letters); at != std::string::npos; at = letters_.find(letters, at + 1)) {
    const std::size_t last = at + letters.size() - 1;
    bool is_contiguous = true;
    for (std::size_t i = at; is_contiguous && i < last; ++i) {
      is_contiguous = origins_[i + 1].begin <= origins_[i].end + kMaxGap;
    }
    const bool is_inside_word = (at > 0 && origins_[at - 1].end == origins_[at].begin) ||
                                (last + 1 < origins_.size() && origins_[last].end == origins_[last + 1].begin);
    if (is_contiguous && (letters.size() >= kMinLettersInWord || !is_inside_word))
      return Span{origins_[at].begin, origins_[last].end};
  }
  return std::nullopt;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Escape escape = escape_at(text, at);
    if (escape.length == 0) {
      out += text[at++];
      continue;
    }
    // Each escape of a URL is one byte. Several escapes may form one character.
    if (text[at] == '%') {
      out += static_cast<char>(escape.code);
    } else {
      base::append_code_point(out, static_cast<char32_t>(escape.code));
    }
    at += escape.length;
  }
  return base::valid_utf8(out);
}

std::optional<Span> find_base64(std::string_view text, std::string_view value) {
  constexpr std::size_t kMinCharacters = 6;  // 36 bits
  std::string standard(text);
  for (char& c : standard) c = c == '-' ? '+' : c == '_' ? '/' : c;
  for (std::size_t before = 0; before < 3; ++before) {
    const std::string middle = base64_middle(value, before);
    if (middle.size() < kMinCharacters) continue;
    if (const auto place = find_text(standard, middle)) return place;
  }
  return std::nullopt;
}

std::optional<Span> find_hex(std::string_view text, std::string_view value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : value) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4];
    hex += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return find_text(base::lower_ascii(text), hex);
}

}  // namespace parley::audit
