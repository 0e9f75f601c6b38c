// ObjectWriter writes a JSON object directly into a string, member by member.
//
// Every turn writes several objects, and building a Value first would take longer than writing the JSON. A member that
// has its default value is left out. ObjectReader then keeps the default.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "parley/value.h"

namespace parley::memory {

// The object is open from construction to destruction. The destructor may throw when memory runs out. Not thread-safe.
// Borrows the string.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) { out_ += '{'; }
  ~ObjectWriter() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) out_ += '}';
  }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;

  void number(std::string_view key, std::int64_t value, std::int64_t fallback = 0);
  void flag(std::string_view key, bool value);
  void text(std::string_view key, std::string_view value);
  void optional_text(std::string_view key, const std::optional<std::string>& value);  // the default is unset, not ""
  void value(std::string_view key, const Value& value);
  void members(std::string_view key, const Value::Object& members);

  // Writes a key that needs no escaping; the caller appends its value to the returned string.
  std::string& begin(std::string_view key);
  // Writes a key that is data, escaped; the caller appends its value to the returned string.
  std::string& begin_escaped(std::string_view key);

 private:
  void separate();

  std::string& out_;
  const int exceptions_ = std::uncaught_exceptions();  // if an exception ends the writing, the output is discarded
};

// Appends the text as a JSON string, as base::append_json_string does, but faster when there is nothing to escape.
void append_text(std::string& out, std::string_view text);

// Writes an array. Calls append(item) for each item, which must append the item to `out`.
template <class Items, class Append>
void append_array(std::string& out, const Items& items, Append append) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ',';
    first = false;
    append(item);
  }
  out += ']';
}

}  // namespace parley::memory
