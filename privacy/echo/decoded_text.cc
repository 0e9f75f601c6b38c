#include "privacy/echo/decoded_text.h"

#include <array>

#include "base/text.h"

namespace parley::privacy {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Reads `count` hex digits at `at`. Returns -1 if there are fewer.
int read_hex(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return -1;
  int value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int digit = hex_digit(text[at + i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

bool is_surrogate(int code_unit) { return code_unit >= 0xD800 && code_unit < 0xE000; }

bool read_unicode_escape(std::string_view text, std::size_t& at, std::string& out) {
  const int unit = read_hex(text, at + 2, 4);
  if (unit < 0) return false;
  if (!is_surrogate(unit)) {
    base::append_code_point(out, static_cast<char32_t>(unit));
    at += 6;
    return true;
  }
  const int low = text.substr(at + 6, 2) == "\\u" ? read_hex(text, at + 8, 4) : -1;
  if (unit >= 0xDC00 || low < 0xDC00 || low > 0xDFFF) return false;
  base::append_code_point(out, static_cast<char32_t>(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
  at += 12;
  return true;
}

// Reads the escapes of RFC 8259, and \' and \xHH, which strings of many languages also allow.
bool read_json(std::string_view text, std::size_t& at, std::string& out) {
  if (at + 1 >= text.size()) return false;
  constexpr std::string_view kEscapes = "\"\\/'bfnrt";
  constexpr std::string_view kMeanings = "\"\\/'\b\f\n\r\t";
  const std::size_t known = kEscapes.find(text[at + 1]);
  if (known != std::string_view::npos) {
    out += kMeanings[known];
    at += 2;
    return true;
  }
  if (text[at + 1] == 'u') return read_unicode_escape(text, at, out);
  const int byte = text[at + 1] == 'x' ? read_hex(text, at + 2, 2) : -1;
  if (byte < 0 || byte >= 0x80) return false;
  out += static_cast<char>(byte);
  at += 4;
  return true;
}

bool read_url(std::string_view text, std::size_t& at, std::string& out) {
  if (text[at] == '+') {
    out += ' ';
    ++at;
    return true;
  }
  const int byte = read_hex(text, at + 1, 2);
  if (byte < 0) return false;
  out += static_cast<char>(byte);
  at += 3;
  return true;
}

bool read_numbered(std::string_view name, std::string& out) {
  const bool is_hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  std::uint32_t code_point = 0;
  for (const char c : name.substr(is_hex ? 2 : 1)) {
    const int digit = hex_digit(c);
    if (digit < 0 || (!is_hex && digit > 9)) return false;
    code_point = code_point * (is_hex ? 16 : 10) + static_cast<std::uint32_t>(digit);
    if (code_point > 0x10FFFF) return false;
  }
  if (code_point == 0 || is_surrogate(static_cast<int>(code_point))) return false;
  base::append_code_point(out, code_point);
  return true;
}

// Reads "eacute", "Uuml" and the like as the letter alone, because accents are folded away where the result is used.
bool read_accented(std::string_view name, std::string& out) {
  for (const std::string_view accent : {"acute", "grave", "circ", "uml", "tilde", "ring", "cedil", "caron"}) {
    if (name.size() != accent.size() + 1 || name.substr(1) != accent) continue;
    out += name[0];
    return true;
  }
  return false;
}

bool read_html(std::string_view text, std::size_t& at, std::string& out) {
  constexpr std::size_t kLongestName = 10;
  struct Named {
    std::string_view name, meaning;
  };
  constexpr std::array<Named, 12> kNamed = {{{"amp", "&"},
                                             {"lt", "<"},
                                             {"gt", ">"},
                                             {"quot", "\""},
                                             {"apos", "'"},
                                             {"nbsp", " "},
                                             {"szlig", "\xC3\x9F"},
                                             {"oslash", "\xC3\xB8"},
                                             {"Oslash", "\xC3\x98"},
                                             {"aelig", "\xC3\xA6"},
                                             {"ndash", "-"},
                                             {"euro", "\xE2\x82\xAC"}}};
  const std::size_t length = text.substr(at + 1, kLongestName + 1).find(';');
  if (length == std::string_view::npos || length < 2) return false;
  const std::string_view name = text.substr(at + 1, length);
  const auto past = [&] {
    at += length + 2;
    return true;
  };
  if (name[0] == '#') return name.size() > 1 && read_numbered(name, out) && past();
  for (const Named& one : kNamed) {
    if (one.name != name) continue;
    out += one.meaning;
    return past();
  }
  return read_accented(name, out) && past();
}

}  // namespace

template <class Read>
bool DecodedText::decode(std::string_view marks, Read read, DecodedText& out) const {
  const std::string_view from = text();
  std::string meaning;
  std::size_t copied = 0;
  bool any = false;
  for (std::size_t mark = from.find_first_of(marks); mark != std::string_view::npos;) {
    std::size_t after = mark;
    meaning.clear();
    if (!read(from, after, meaning)) {
      mark = from.find_first_of(marks, mark + 1);
      continue;
    }
    if (!any) {
      any = true;
      out.original_ = original_;
      out.is_plain_ = false;
      out.decoded_.clear();
      out.sources_.clear();
      out.decoded_.reserve(from.size());
      out.sources_.reserve(from.size() + 1);
    }
    append_to(out, copied, mark);
    out.decoded_ += meaning;
    out.sources_.resize(out.decoded_.size(), source_of(mark));
    copied = after;
    mark = from.find_first_of(marks, after);
  }
  if (!any) return false;
  append_to(out, copied, from.size());
  out.sources_.push_back(static_cast<std::uint32_t>(original_.size()));
  return true;
}

void DecodedText::append_to(DecodedText& out, std::size_t begin, std::size_t end) const {
  out.decoded_.append(text().substr(begin, end - begin));
  for (std::size_t at = begin; at < end; ++at) out.sources_.push_back(source_of(at));
}

bool DecodedText::decode_json(DecodedText& out) const { return decode("\\", read_json, out); }
bool DecodedText::decode_url(DecodedText& out) const { return decode("%+", read_url, out); }
bool DecodedText::decode_html(DecodedText& out) const { return decode("&", read_html, out); }

}  // namespace parley::privacy
