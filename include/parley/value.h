// Value: a JSON value. Params, tool arguments, tool results and context facts are Values.
//
// Integers and floating-point numbers are kept apart, so that 10 comes back as 10. Strings are UTF-8.
// A Value owns what it holds, copies deeply, and is as thread-safe as an int.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "parley/result.h"

namespace parley {

class Value {
 public:
  using Array = std::vector<Value>;
  using Object = std::map<std::string, Value, std::less<>>;  // sorted: the same value prints the same

  Value();  // null
  // Out of line: a Value moves everywhere, and its variant inlined into every caller costs more than the call.
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();
  Value(std::nullptr_t) {}
  Value(bool b) : held_(b) {}
  Value(int i) : held_(static_cast<std::int64_t>(i)) {}
  Value(std::int64_t i) : held_(i) {}
  Value(double d) : held_(d) {}
  Value(const char* text) : held_(std::string(text)) {}
  Value(std::string_view text) : held_(std::string(text)) {}
  Value(std::string text) : held_(std::move(text)) {}
  Value(Array items) : held_(std::move(items)) {}
  Value(Object members) : held_(std::move(members)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(held_); }

  // The held value when it is of that type, else null. The pointer lives as long as this Value is unchanged.
  const bool* if_bool() const { return std::get_if<bool>(&held_); }
  const std::int64_t* if_int() const { return std::get_if<std::int64_t>(&held_); }
  const double* if_double() const { return std::get_if<double>(&held_); }
  const std::string* if_string() const { return std::get_if<std::string>(&held_); }
  const Array* if_array() const { return std::get_if<Array>(&held_); }
  const Object* if_object() const { return std::get_if<Object>(&held_); }
  Array* if_array() { return std::get_if<Array>(&held_); }
  Object* if_object() { return std::get_if<Object>(&held_); }

  // An integer or a floating-point number as double; false when it is neither.
  bool get_number(double& out) const;

  // The member `key` of an object; null when this is no object or has none such.
  const Value* find(std::string_view key) const;

  // The value at a dotted path ("result.items.0.id"); null when a piece of the path is missing.
  const Value* at_path(std::string_view path) const;

  // As a person would write it: a string bare, null as nothing, a number at its shortest, the rest as JSON.
  std::string to_text() const;

  // Compact JSON, members sorted, valid UTF-8 whatever the strings hold (bad bytes become U+FFFD).
  std::string to_json() const;
  void append_json(std::string& out) const;

  // Strict JSON. Refuses trailing text, duplicate members, nesting over 64 levels and invalid UTF-8;
  // kInvalidRequest names the byte where it went wrong and none of the text.
  static Result<Value> parse(std::string_view json);

  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> held_;
};

}  // namespace parley
