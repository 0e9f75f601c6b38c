// Tested by tests/importers/hassil_test.cc.
#include "importers/yaml_writer.h"

#include <algorithm>

namespace parley::importers {
namespace {

bool is_key_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Whether YAML reads the word back as the same text in any position. Words with a meaning in YAML are quoted to be
// safe.
bool is_plain(std::string_view text) {
  const auto may_stand = [](char c) { return is_key_letter(c) || (c >= '0' && c <= '9'); };
  if (text.empty() || !is_key_letter(text.front()) || !std::all_of(text.begin(), text.end(), may_stand)) return false;
  for (const std::string_view word : {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}) {
    if (text.size() == word.size() && std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) {
          return (is_key_letter(a) && a != '_' ? static_cast<char>(a | 0x20) : a) == b;
        })) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string yaml_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  if (text.find_first_of("\n\r\t") != std::string_view::npos) return Value(text).to_json();
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

std::string yaml_scalar(const Value& value) {
  const std::string* text = value.if_string();
  return text ? yaml_text(*text) : value.to_json();
}

std::string yaml_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + yaml_text(text);
  return '[' + list + ']';
}

void YamlWriter::line(int depth, const std::string& text) {
  text_.append(static_cast<std::size_t>(depth) * 2, ' ').append(text).push_back('\n');
}

}  // namespace parley::importers
