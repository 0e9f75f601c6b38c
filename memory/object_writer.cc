#include "memory/object_writer.h"

#include "base/text.h"

namespace parley::memory {

void ObjectWriter::number(std::string_view key, std::int64_t value, std::int64_t fallback) {
  if (value != fallback) Value(value).append_json(begin(key));
}

void ObjectWriter::flag(std::string_view key, bool value) {
  if (value) begin(key) += "true";
}

void ObjectWriter::text(std::string_view key, std::string_view value) {
  if (!value.empty()) base::append_json_string(begin(key), value);
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
  out_ += '"';
  out_ += key;
  out_ += "\":";
  return out_;
}

std::string& ObjectWriter::begin_escaped(std::string_view key) {
  separate();
  base::append_json_string(out_, key);
  out_ += ':';
  return out_;
}

void ObjectWriter::separate() {
  // No value ends in an opening brace, so one at the end is this object's own.
  if (out_.back() != '{') out_ += ',';
}

}  // namespace parley::memory
