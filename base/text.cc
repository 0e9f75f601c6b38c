#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include <utf8proc.h>

namespace parley::base {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Returns the length of the code point at `at` in bytes, or 0 when it is malformed.
std::size_t code_point_length(std::string_view text, std::size_t at, char32_t* out = nullptr) {
  utf8proc_int32_t code_point = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at;
  const auto length = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size() - at), &code_point);
  if (length <= 0) return 0;
  if (out) *out = static_cast<char32_t>(code_point);
  return static_cast<std::size_t>(length);
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// Returns how many ASCII bytes at least follow `at`. Reads eight at a time. Requires that the byte at `at` is ASCII.
std::size_t ascii_bytes_at(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::uint64_t eight = 0;
  std::size_t count = 0;
  for (; at + count + sizeof(eight) <= text.size(); count += sizeof(eight)) {
    std::memcpy(&eight, text.data() + at + count, sizeof(eight));
    if ((eight & kHighBits) != 0) break;
  }
  return std::max<std::size_t>(count, 1);
}

// Whether JSON needs no escapes for `text`. True for most strings.
bool is_plain_json(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; });
}

}  // namespace

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_ascii(text[at])) {
      at += ascii_bytes_at(text, at);
      continue;
    }
    const std::size_t length = code_point_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bad = find_invalid_utf8(text);
    out += text.substr(0, bad);
    if (bad == std::string_view::npos) break;
    out += kReplacement;
    text.remove_prefix(bad + 1);
    while (!text.empty() && is_continuation_byte(text.front())) text.remove_prefix(1);
  }
  return out;
}

char32_t next_code_point(std::string_view text, std::size_t& at) {
  if (is_ascii(text[at])) return static_cast<char32_t>(text[at++]);
  char32_t code_point = 0xFFFD;
  const std::size_t length = code_point_length(text, at, &code_point);
  at += std::max<std::size_t>(length, 1);
  return code_point;
}

void append_code_point(std::string& out, char32_t code_point) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

std::size_t count_code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation_byte(c); }));
}

std::size_t code_point_offset(std::string_view text, std::size_t byte_offset) {
  return count_code_points(text.substr(0, byte_offset));
}

bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

std::string lower_ascii(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

std::string_view trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || !is_ascii(c);
}

bool is_id(std::string_view text) {
  constexpr std::size_t kMaxIdLength = 128;
  static constexpr auto kAllowed = [] {
    std::array<bool, 256> allowed{};
    for (const char c : std::string_view("._:@+-")) allowed[static_cast<unsigned char>(c)] = true;
    for (unsigned char c = '0'; c <= '9'; ++c) allowed[c] = true;
    for (unsigned char c = 'A'; c <= 'Z'; ++c) allowed[c] = true;
    for (unsigned char c = 'a'; c <= 'z'; ++c) allowed[c] = true;
    return allowed;
  }();
  return !text.empty() && text.size() <= kMaxIdLength &&
         std::all_of(text.begin(), text.end(), [](char c) { return kAllowed[static_cast<unsigned char>(c)]; });
}

int edit_distance(std::string_view a, std::string_view b, int limit) {
  const auto size_difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (size_difference > static_cast<std::size_t>(limit)) return limit + 1;
  std::vector<int> before_previous(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_previous[j - 2] + 1);
      }
    }
    if (*std::min_element(row.begin(), row.end()) > limit) return limit + 1;
    std::swap(before_previous, previous);
    std::swap(previous, row);
  }
  return std::min(previous[b.size()], limit + 1);
}

void append_json_string(std::string& out, std::string_view text) {
  if (is_plain_json(text)) {
    out += '"';
    out += text;
    out += '"';
    return;
  }
  constexpr char kHex[] = "0123456789abcdef";
  if (find_invalid_utf8(text) != std::string_view::npos) {
    append_json_string(out, valid_utf8(text));
    return;
  }
  out += '"';
  std::size_t plain_from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F) continue;
    out.append(text, plain_from, i - plain_from);
    plain_from = i + 1;
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        out += "\\u00";
        out += kHex[c >> 4];
        out += kHex[c & 15];
    }
  }
  out.append(text, plain_from, text.size() - plain_from);
  out += '"';
}

}  // namespace parley::base
