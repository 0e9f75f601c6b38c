// Tested by tests/memory/codec_test.cc.
#include "memory/object_writer.h"

#include <array>
#include <charconv>

#include "base/text.h"

namespace parley::memory {
namespace {

// Returns whether no character of the text must be escaped or checked. The loop has no early exit, so that it compiles
// to a few vector instructions.
bool is_plain(std::string_view text) {
  unsigned odd = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    odd |= static_cast<unsigned>(byte < 0x20) | static_cast<unsigned>(byte >= 0x7F) |
           static_cast<unsigned>(byte == '"') | static_cast<unsigned>(byte == '\\');
  }
  return odd == 0;
}

}  // namespace

void append_text(std::string& out, std::string_view text) {
  if (!is_plain(text)) {
    base::append_json_string(out, text);
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

void ObjectWriter::number(std::string_view key, std::int64_t value, std::int64_t fallback) {
  if (value == fallback) return;
  std::array<char, 24> digits;
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  begin(key).append(digits.data(), end);
}

void ObjectWriter::flag(std::string_view key, bool value) {
  if (value) begin(key) += "true";
}

void ObjectWriter::text(std::string_view key, std::string_view value) {
  if (!value.empty()) append_text(begin(key), value);
}

void ObjectWriter::optional_text(std::string_view key, const std::optional<std::string>& value) {
  if (value) append_text(begin(key), *value);
}

void ObjectWriter::value(std::string_view key, const Value& value) {
  if (!value.is_null()) value.append_json(begin(key));
}

void ObjectWriter::members(std::string_view key, const Value::Object& members) {
  if (members.empty()) return;
  ObjectWriter object(begin(key));
  for (const auto& [name, value] : members) value.append_json(object.begin_escaped(name));
}

std::string& ObjectWriter::begin(std::string_view key) {
  separate();
  // The key is written with one copy, because keys are the most frequent output.
  const std::size_t at = out_.size();
  out_.resize(at + key.size() + 3);
  char* to = out_.data() + at;
  *to++ = '"';
  to += key.copy(to, key.size());
  *to++ = '"';
  *to = ':';
  return out_;
}

std::string& ObjectWriter::begin_escaped(std::string_view key) {
  separate();
  append_text(out_, key);
  out_ += ':';
  return out_;
}

void ObjectWriter::separate() {
  // No value ends in an opening brace, so a brace at the end is this object's own.
  if (out_.back() != '{') out_ += ',';
}

}  // namespace parley::memory
