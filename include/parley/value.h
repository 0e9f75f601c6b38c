// Value: a JSON value. Params, tool arguments, tool results and request contexts are Values.
//
//   const parley::Value order = parley::Value::Object{{"id", "O-12345"}, {"items", parley::Value::Array{1, 2}}};
//   if (const parley::Value* second = order.at_path("items.1")) std::cout << second->to_text() << '\n';  // 2
//
// Integers and floating-point numbers are different types, so that 10 stays 10. Strings are UTF-8. A Value owns its
// contents, and a copy is deep. Threads may read one Value at the same time; a change needs the caller's lock.
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
  using Object = std::map<std::string, Value, std::less<>>;  // sorted, so that equal values print the same text

  Value();  // null
  // Defined in value.cc, because the code of the variant in every caller would cost more than the call.
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

  // Return the contents if they are of that type, otherwise null. The pointer is valid until this Value changes.
  const bool* if_bool() const { return std::get_if<bool>(&held_); }
  const std::int64_t* if_int() const { return std::get_if<std::int64_t>(&held_); }
  const double* if_double() const { return std::get_if<double>(&held_); }
  const std::string* if_string() const { return std::get_if<std::string>(&held_); }
  const Array* if_array() const { return std::get_if<Array>(&held_); }
  const Object* if_object() const { return std::get_if<Object>(&held_); }
  Array* if_array() { return std::get_if<Array>(&held_); }
  Object* if_object() { return std::get_if<Object>(&held_); }

  // Sets `out` to the number, integer or not. Returns false if this is not a number.
  bool get_number(double& out) const;

  // Returns the member `key`. Null if this is not an object, or does not have the member.
  const Value* find(std::string_view key) const;

  // Returns the value at a dotted path like "result.items.0.id". Null if a part of the path is missing.
  const Value* at_path(std::string_view path) const;

  // Returns the form for people: a string without quotes, null as "", a number in its shortest form, anything else as
  // JSON.
  std::string to_text() const;

  // Returns compact JSON with sorted members. It is always valid UTF-8: invalid bytes become U+FFFD.
  std::string to_json() const;
  void append_json(std::string& out) const;

  // Reads strict JSON. kInvalidRequest for other text, which includes trailing text, duplicate members, more than 64
  // levels and invalid UTF-8. The message names the byte of the error, and quotes no text. kLimitExceeded for more than
  // `most_values` values, each array, object and scalar counted: two bytes of JSON become a value of some 60 bytes, or
  // of 130 in an object.
  static constexpr std::size_t kMostValues = 200'000;
  static constexpr std::size_t kUnlimited = SIZE_MAX;
  static Result<Value> parse(std::string_view json, std::size_t most_values = kMostValues);

  friend bool operator==(const Value&, const Value&) = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> held_;
};

}  // namespace parley
