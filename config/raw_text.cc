// Tested by tests/config/document_test.cc.
#include "config/raw_text.h"

#include <algorithm>
#include <cstdio>

#include "base/text.h"

namespace parley::config {
namespace {

std::string code_point_name(char32_t c) {
  char name[16];
  std::snprintf(name, sizeof name, "U+%04X", static_cast<unsigned>(c));
  return name;
}

// Line ends and tabs are allowed. A carriage return is a control character unless an LF follows.
bool is_control(std::string_view bytes, std::size_t at, char32_t c) {
  if (c == '\n' || c == '\t') return false;
  if (c == '\r') return at + 1 >= bytes.size() || bytes[at + 1] != '\n';
  return c < 0x20 || c == 0x7F;
}

// Quotes and dashes of Windows encodings become these control characters when a program reads them as Latin-1. The
// characters have no other effect.
bool is_broken_encoding(char32_t c) { return c >= 0x80 && c < 0xA0; }

bool has_control_characters(const Source& source, Diagnostics& findings) {
  const std::string_view bytes = source.bytes();
  bool found = false;
  bool is_warned = false;  // only once per file; such characters usually occur many times
  for (std::size_t next = 0; next < bytes.size() && !findings.full();) {
    const std::size_t at = next;
    const char32_t c = base::next_code_point(bytes, next);
    if (is_broken_encoding(c) && !is_warned) {
      is_warned = true;
      findings.warning("W101", source.mark(at), code_point_name(c),
                       "control character " + code_point_name(c) + ", a sign of a wrong encoding",
                       "the text was probably converted incorrectly; write the quote or the dash again");
    }
    if (!is_control(bytes, at, c)) continue;
    findings.error("E102", source.mark(at), code_point_name(c), "control character " + code_point_name(c),
                   c == '\r' ? "end lines with LF or CRLF" : "remove it");
    found = true;
  }
  return found;
}

// Recognizes the lines of a block scalar (`key: |`). They are content, so tabs before their text are allowed.
class BlockScalars {
 public:
  // Call with each line in order, without its line end.
  bool is_content(std::string_view line) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (inside_ && (indent == std::string_view::npos || indent > parent_indent_)) return true;
    inside_ = is_header(line);
    parent_indent_ = inside_ ? indent_of_parent(line, indent) : 0;
    return false;
  }

 private:
  static bool is_header(std::string_view line) {
    const std::size_t end = line.find_last_not_of("+-0123456789 ");
    return end != std::string_view::npos && (line[end] == '|' || line[end] == '>') && end > 0 && line[end - 1] == ' ';
  }
  // In `- key: |` the key is indented deeper than the dash. In `- |` the item itself is the scalar.
  static std::size_t indent_of_parent(std::string_view line, std::size_t indent) {
    while (line.substr(indent, 2) == "- ") {
      const std::size_t next = line.find_first_not_of(' ', indent + 1);
      if (line[next] == '|' || line[next] == '>') break;
      indent = next;
    }
    return indent;
  }
  bool inside_ = false;
  std::size_t parent_indent_ = 0;
};

bool is_indented_with_tab(std::string_view line, std::size_t begin, const Source& source, Diagnostics& findings) {
  const std::size_t tab = line.find_first_not_of(' ');
  if (tab == std::string_view::npos || line[tab] != '\t') return false;
  findings.error("E104", source.mark(begin + tab), "\\t", "tab in the indentation", "indent with spaces");
  return true;
}

bool has_tabs_as_indentation(const Source& source, Diagnostics& findings) {
  const std::string_view bytes = source.bytes();
  bool found = false;
  BlockScalars blocks;
  for (std::size_t begin = 0; begin < bytes.size() && !findings.full();) {
    const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
    std::string_view line = bytes.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!blocks.is_content(line) && is_indented_with_tab(line, begin, source, findings)) found = true;
    begin = end + 1;
  }
  return found;
}

bool is_utf8(const Source& source, Diagnostics& findings) {
  const std::size_t invalid = base::find_invalid_utf8(source.bytes());
  if (invalid == std::string_view::npos) return true;
  char byte[8];
  std::snprintf(byte, sizeof byte, "0x%02X", static_cast<unsigned>(static_cast<unsigned char>(source.at(invalid))));
  findings.error("E101", source.mark(invalid), byte, "invalid UTF-8", "save the file as UTF-8");
  return false;
}

}  // namespace

bool check_characters(const Source& source, Diagnostics& findings) {
  return is_utf8(source, findings) && !has_control_characters(source, findings);
}

bool check_raw_text(const Source& source, Diagnostics& findings) {
  if (!is_utf8(source, findings)) return false;
  const bool control = has_control_characters(source, findings);
  const bool tabs = has_tabs_as_indentation(source, findings);
  return !control && !tabs;
}

}  // namespace parley::config
