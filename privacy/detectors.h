// Detectors find private values in any text by their shape.
//
// A missed value is a leak, so ambiguous candidates count when the surrounding words support them. Values with a
// checksum or other check must pass it: the last digit of a card, the check digits of an IBAN, the groups of a social
// security number. Names of people and places have no shape and are not found. docs/privacy.md lists what each detector
// finds and how well it performs.
//
// Pure functions, safe to call from any thread. Time is linear in the length of the text for every input.
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
  kUrlWithCredentials,  // the user part or the query has a password, token or key
  kSecret,              // keys and tokens of known shape, private keys, the text after "password:"
  kUkPostcode,
  kDateOfBirth,  // a date near a word like "born"
};
inline constexpr std::size_t kPrivateTypeCount = 10;

const char* to_string(PrivateType type);  // "email", "credit_card", "url_with_credentials" ...
std::optional<PrivateType> private_type(std::string_view name);

// A set of types.
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

// A detected value.
struct Detected {
  Span span;
  PrivateType type;
  friend bool operator==(const Detected&, const Detected&) = default;
};

// Returns the detected spans ordered by position. Spans of the same type never overlap; spans of different types may.
std::vector<Detected> detect(std::string_view text, PrivateTypes types);

}  // namespace parley::privacy
