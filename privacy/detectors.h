// Detectors: what is private in any text, told by its shape.
//
// A miss gives a value away, so what only might be one is one where the words beside it speak for it. What has a check
// (a card's last digit, an account's first two, a social security number's groups) must pass it. Names of people and
// places have no shape and are not found. docs/privacy.md has what each finds, and how well.
//
// Pure and safe to call from any thread. Linear in the length of the text, whatever is in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::privacy {

enum class PrivateType : std::uint8_t {
  kEmail,
  kPhone,
  kCreditCard,
  kIban,
  kUsSsn,
  kIp,
  kUrlWithCredentials,  // whose user part or query has a password, token or key
  kSecret,              // keys and tokens of known shape, private keys, what stands behind "password:"
  kUkPostcode,
  kDateOfBirth,  // a date beside a word like "born"
};
inline constexpr std::size_t kPrivateTypeCount = 10;

const char* to_string(PrivateType type);  // "email", "credit_card", "url_with_credentials" ...
std::optional<PrivateType> private_type(std::string_view name);

class PrivateTypes {
 public:
  PrivateTypes() = default;
  PrivateTypes(std::initializer_list<PrivateType> types) {
    for (const PrivateType type : types) add(type);
  }
  static PrivateTypes all() {
    PrivateTypes types;
    types.bits_ = (1U << kPrivateTypeCount) - 1;
    return types;
  }

  void add(PrivateType type) { bits_ |= 1U << static_cast<unsigned>(type); }
  bool has(PrivateType type) const { return (bits_ >> static_cast<unsigned>(type) & 1U) != 0; }
  bool is_empty() const { return bits_ == 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct Detected {
  Span span;
  PrivateType type;
  friend bool operator==(const Detected&, const Detected&) = default;
};

// In order of place. Those of one type do not overlap; those of two may.
std::vector<Detected> detect(std::string_view text, PrivateTypes types);

}  // namespace parley::privacy
