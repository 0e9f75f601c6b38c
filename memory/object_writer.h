// ObjectWriter: writes a JSON object straight into a string, member by member.
//
// The idea: a turn writes several of these, and building a Value first costs more than the writing. A member
// that has its default is left out; ObjectReader leaves the default standing when it reads.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "parley/value.h"

namespace parley::memory {

// The object is open from construction to destruction, which may find no memory for its end. Not thread-safe; borrows
// the string.
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
  void optional_text(std::string_view key, const std::optional<std::string>& value);  // none is the default, "" is not
  void value(std::string_view key, const Value& value);
  void members(std::string_view key, const Value::Object& members);

  // Writes the key; the caller appends its value to what is returned. Keys are plain words, ...
  std::string& begin(std::string_view key);
  // ... or data.
  std::string& begin_escaped(std::string_view key);

 private:
  void separate();

  std::string& out_;
  const int exceptions_ = std::uncaught_exceptions();  // with one more under way nobody reads what was written
};

// The text as a JSON string: base::append_json_string, faster where there is nothing to escape.
void append_text(std::string& out, std::string_view text);

// Calls append(item) for each, which appends it to `out`.
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
