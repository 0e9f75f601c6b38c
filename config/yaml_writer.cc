#include "config/yaml_writer.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <utility>

#include "base/text.h"

namespace parley::config {
namespace {

bool is_letter_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether a reader takes the word for null or a boolean.
bool has_meaning(std::string_view text) {
  const std::string word = base::lower_ascii(text);
  return word == "null" || word == "true" || word == "false";
}

// Whether YAML reads the text back unchanged in any position, without quotes. A '?' after a space begins a key.
bool needs_no_quotes(std::string_view text) {
  const auto may_stand = [](char c) {
    return is_letter_of_word(c) || (c >= '0' && c <= '9') || std::string_view(" _-.?!'/@").find(c) != std::string::npos;
  };
  return !text.empty() && (is_letter_of_word(text.front()) || text.front() == '_') && text.back() != ' ' &&
         text.find(" ?") == std::string_view::npos && std::all_of(text.begin(), text.end(), may_stand) &&
         !has_meaning(text);
}

// Whether a character is invisible, ends a line for some readers, or changes the writing direction.
bool is_invisible(char32_t c) {
  constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0, 0x1F},        {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E}, {0x200B, 0x200F},
      {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF}};
  return std::any_of(std::begin(kRanges), std::end(kRanges),
                     [&](const auto& range) { return c >= range.first && c <= range.second; });
}

// Calls `visible` with the bytes of each visible character, and `invisible` with each other code point.
template <class Visible, class Invisible>
void for_each_character(std::string_view text, const Visible& visible, const Invisible& invisible) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = base::next_code_point(text, at);
    if (is_invisible(c)) {
      invisible(c);
    } else {
      visible(text.substr(begin, at - begin));
    }
  }
}

bool has_invisible(std::string_view text) {
  bool found = false;
  for_each_character(
      text, [](std::string_view) {}, [&](char32_t) { found = true; });
  return found;
}

std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

std::string escape_of(char32_t c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  char escape[12];
  std::snprintf(escape, sizeof escape, c > 0xFFFF ? "\\U%08X" : "\\u%04X", static_cast<unsigned>(c));
  return escape;
}

std::string in_double_quotes(std::string_view text) {
  std::string out = "\"";
  for_each_character(
      text, [&](std::string_view bytes) { out.append(bytes == "\"" || bytes == "\\" ? "\\" : "").append(bytes); },
      [&](char32_t c) { out += escape_of(c); });
  return out + "\"";
}

template <class Items, class Write>
std::string flow_list(const Items& items, const Write& write) {
  std::string out;
  for (const auto& item : items) out += (out.empty() ? "" : ", ") + write(item);
  return "[" + out + "]";
}

}  // namespace

// Patterns and quoted words are easier to read in single quotes.
std::string yaml_text(std::string_view text) {
  if (base::find_invalid_utf8(text) != std::string_view::npos) return yaml_text(base::valid_utf8(text));
  if (needs_no_quotes(text)) return std::string(text);
  const bool is_easier = text.find_first_of("\"\\") != std::string_view::npos && !has_invisible(text);
  return is_easier ? in_single_quotes(text) : in_double_quotes(text);
}

std::string yaml_value(const Value& value) {
  if (const std::string* text = value.if_string()) return yaml_text(*text);
  if (const Value::Array* items = value.if_array()) return flow_list(*items, yaml_value);
  const Value::Object* members = value.if_object();
  if (!members) return value.to_json();
  std::string out;
  for (const auto& [name, member] : *members) {
    out += (out.empty() ? "" : ", ") + yaml_text(name) + ": " + yaml_value(member);
  }
  return "{" + out + "}";
}

std::string yaml_list(const std::vector<std::string>& texts) {
  return flow_list(texts, [](const std::string& text) { return yaml_text(text); });
}

std::string yaml_comment(std::string_view text) {
  std::string out = "# ";
  for_each_character(
      base::valid_utf8(text), [&](std::string_view bytes) { out += bytes; }, [&](char32_t) { out += ' '; });
  return out;
}

void YamlWriter::line(int depth, const std::string& text) {
  text_.append(static_cast<std::size_t>(depth) * 2, ' ').append(text).push_back('\n');
}

}  // namespace parley::config
