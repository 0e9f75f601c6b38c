// Values sent to and received from PostgreSQL in binary form: numbers as 8 bytes, texts and bytes unchanged.
//
// Parley stores all texts as bytea. PostgreSQL's text type rejects NUL and all bytes that are invalid in the database's
// encoding, and its order depends on the database. The other stores also store bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace parley::memory::postgres {

// Bound is a value for $1, $2, ... It borrows a text, which must live until the statement has run, and owns everything
// else.
class Bound {
 public:
  Bound(std::int64_t number);
  Bound(std::string_view bytes) : type_(Type::kBytes), held_(bytes) {}
  Bound(const std::string& bytes) : Bound(std::string_view(bytes)) {}
  Bound(const std::optional<std::int64_t>& number);
  Bound(const std::optional<std::string>& bytes);
  Bound(const std::vector<std::int64_t>& numbers);
  Bound(const std::vector<std::string_view>& each);
  static Bound count(std::size_t count);  // capped at the highest int64
  static Bound flag(bool value) { return Bound(Type::kFlag, std::string(1, value ? '\1' : '\0')); }
  static Bound text(std::string_view text) { return Bound(Type::kText, text); }  // where PostgreSQL requires text

  // Returns PostgreSQL's type number.
  unsigned type() const { return static_cast<unsigned>(type_); }
  // Returns null for SQL NULL.
  const char* data() const;
  int size() const;

 private:
  enum class Type : unsigned {
    kFlag = 16,
    kBytes = 17,
    kNumber = 20,
    kText = 25,
    kBytesArray = 1001,
    kNumbers = 1016,
  };
  using Held = std::variant<std::monostate, std::string_view, std::string>;

  Bound(Type type, Held held) : type_(type), held_(std::move(held)) {}

  Type type_;
  Held held_;
};

std::int64_t number_from_wire(std::string_view bytes);
// Returns an empty optional if the bytes are not a bytea[] without nulls.
std::optional<std::vector<std::string>> array_from_wire(std::string_view bytes);

}  // namespace parley::memory::postgres
