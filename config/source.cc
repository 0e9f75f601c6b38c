// Tested by tests/config/diagnostics_test.cc.
#include "config/source.h"

#include <algorithm>

namespace parley::config {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kStride = 128;
constexpr std::string_view kBlank = " \t\r\n";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::size_t end_of_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kBlank, at), text.size());
}
bool breaks_line(std::string_view text, std::size_t begin, std::size_t end) {
  return text.substr(begin, end - begin).find('\n') != std::string_view::npos;
}

// The lengths of an escape sequence in the source and in the value.
struct Escape {
  std::size_t source;
  std::size_t value;
};

Escape escape_at(std::string_view bytes, std::size_t at) {
  const char kind = at + 1 < bytes.size() ? bytes[at + 1] : '\0';
  const std::size_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (digits > 0) {
    unsigned long code_point = 0;
    for (const char c : bytes.substr(std::min(at + 2, bytes.size()), digits)) {
      const int digit = c >= '0' && c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
      code_point = code_point * 16 + static_cast<unsigned long>(digit);
    }
    const std::size_t length = code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
    return {2 + digits, length};
  }
  if (kind == 'N' || kind == '_') return {2, 2};
  if (kind == 'L' || kind == 'P') return {2, 3};
  if (kind == '\n' || kind == '\r') return {end_of_blanks(bytes, at + 1) - at, 0};
  return {2, 1};
}

}  // namespace

Mark count_on(Mark from, std::string_view bytes, std::size_t offset) {
  for (; from.offset < offset; ++from.offset) {
    const char c = bytes[from.offset];
    if (c == '\n') {
      ++from.line;
      from.column = 1;
    } else if (!is_continuation(c)) {
      ++from.column;
    }
  }
  return from;
}

Source::Source(int file, std::string_view bytes) : bytes_(bytes) {
  const bool marked = bytes.substr(0, kByteOrderMark.size()) == kByteOrderMark;
  known_.push_back({file, 1, 1, marked ? kByteOrderMark.size() : 0});
  known_.reserve(bytes.size() / kStride + 1);
  for (std::size_t offset = kStride; offset <= bytes.size(); offset += kStride) {
    known_.push_back(count_on(known_.back(), bytes, offset));
  }
}

Mark Source::mark(std::size_t offset) const {
  offset = std::min(offset, bytes_.size());
  return count_on(known_[offset / kStride], bytes_, offset);
}

std::string_view Source::word(std::size_t offset) const {
  if (offset >= bytes_.size() || kBlank.find(bytes_[offset]) != std::string_view::npos) return {};
  return bytes_.substr(offset, bytes_.find_first_of(" \t\r\n,[]{}", offset + 1) - offset);
}

std::string_view Source::null_word(std::size_t offset) const {
  for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
    const std::size_t end = offset + word.size();
    const bool ends = end >= bytes_.size() || is_structure(bytes_[end]);
    if (ends && bytes_.substr(std::min(offset, bytes_.size()), word.size()) == word) return word;
  }
  return {};
}

bool Source::is_key(std::size_t offset) const {
  const std::size_t next = bytes_.find_first_not_of(" \t", offset);
  return next != std::string_view::npos && bytes_[next] == ':';
}

std::size_t Source::dash_before(std::size_t offset) const {
  const std::size_t text = offset == 0 ? std::string_view::npos : bytes_.find_last_not_of(kBlank, offset - 1);
  return text != std::string_view::npos && bytes_[text] == '-' ? text : offset;
}

bool Source::is_structure(char c) { return std::string_view(" \t\r\n[]{},:?-").find(c) != std::string_view::npos; }

std::optional<std::size_t> Source::find_text(std::size_t begin, std::size_t end) const {
  for (std::size_t at = begin; at < end; ++at) {
    const bool line_starts = at == 0 || bytes_[at - 1] == '\n';
    if (bytes_[at] == '#') {
      at = std::min(bytes_.find('\n', at), end);
    } else if (line_starts && bytes_.substr(at, 3) == "...") {
      at += 2;
    } else if (!is_structure(bytes_[at])) {
      return at;
    }
  }
  return std::nullopt;
}

std::size_t source_offset(std::string_view bytes, std::size_t start, std::string_view value, std::size_t index) {
  if (start >= bytes.size()) return start;
  const char style = bytes[start];
  const bool block = style == '|' || style == '>';
  std::size_t at = start, of_value = 0;
  if (style == '\'' || style == '"') ++at;
  if (block) {
    at = end_of_blanks(bytes, std::min(bytes.find('\n', start), bytes.size()));
    of_value = end_of_blanks(value, 0);
  }
  const auto stands_for_nothing = [&] { return style == '"' && bytes[at] == '\\' && escape_at(bytes, at).value == 0; };
  while (at < bytes.size() && (of_value < index || stands_for_nothing())) {
    const std::size_t blanks_end = end_of_blanks(bytes, at);
    if (breaks_line(bytes, at, blanks_end)) {
      // At a folded line, the white space in the source corresponds to the white space in the value, whatever its
      // length.
      const std::size_t value_end = end_of_blanks(value, of_value);
      if (value_end > index) return at;
      at = blanks_end;
      of_value = value_end;
    } else if (style == '"' && bytes[at] == '\\') {
      const Escape escape = escape_at(bytes, at);
      if (of_value + escape.value > index) return at;
      at += escape.source;
      of_value += escape.value;
    } else {
      at += style == '\'' && bytes[at] == '\'' ? 2 : 1;
      ++of_value;
    }
  }
  return std::min(at, bytes.size());
}

std::size_t closing_quote(std::string_view bytes, std::size_t start) {
  const char quote = bytes[start];
  for (std::size_t at = start + 1; at < bytes.size(); ++at) {
    if (quote == '"' && bytes[at] == '\\') {
      ++at;
    } else if (bytes[at] == quote) {
      if (quote == '"' || at + 1 >= bytes.size() || bytes[at + 1] != '\'') return at;
      ++at;
    }
  }
  return std::string_view::npos;
}

}  // namespace parley::config
