#include "privacy/encodings.h"

#include <cstdint>

namespace parley::privacy {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64_core(std::string_view value, std::size_t before) {
  std::string out(value.size() * 4 / 3 + 2, '\0');
  std::size_t size = 0;
  std::uint32_t bits = 0;
  std::size_t count = before * 2;  // bits of the preceding bytes that do not fill a character
  for (const char c : value) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) out[size++] = kAlphabet[bits >> (count - 6) & 0x3F];
  }
  out.resize(size);
  if (before > 0 && size > 0) out.erase(0, 1);  // depends on the preceding bytes, too
  return out;
}

std::string hex_of(std::string_view value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out(value.size() * 2, '\0');
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto byte = static_cast<unsigned char>(value[i]);
    out[2 * i] = kDigits[byte >> 4];
    out[2 * i + 1] = kDigits[byte & 0xF];
  }
  return out;
}

bool is_base64(char c) { return kAlphabet.find(c) != std::string_view::npos || c == '-' || c == '_'; }

}  // namespace parley::privacy
