#include "privacy/echo/trigram_filter.h"

#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "privacy/encodings.h"
#include "privacy/number_text.h"

namespace parley::privacy {
namespace {

// Minimum length of a value whose encodings are searched. The first symbols identify an encoding.
constexpr std::size_t kMinEncodedBytes = 6;

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_escape(char c) { return c == '\\' || c == '%' || c == '+' || c == '&'; }

// Returns the symbol of an ASCII character (alnum_text.h), or 0.
char symbol_of(char c) {
  if (is_small_letter(c) || base::is_digit(c)) return c;
  return is_capital(c) ? static_cast<char>(c + 0x20) : '\0';
}

std::string first_symbols_of(std::string_view text) {
  std::string symbols;
  for (std::size_t at = 0; at < text.size() && symbols.size() < 3; ++at) {
    if (const char symbol = symbol_of(text[at])) symbols += symbol;
  }
  return symbols;
}

std::size_t place_of(char first, char second, char third, std::size_t bits) {
  const auto byte = [](char c) { return static_cast<std::size_t>(static_cast<unsigned char>(c)); };
  return (byte(first) * 961 + byte(second) * 31 + byte(third)) % bits;
}

}  // namespace

TrigramFilter::TrigramFilter(std::string_view text)
    : is_plain_(base::is_ascii(text) && std::none_of(text.begin(), text.end(), is_escape)) {
  if (!is_plain_) return;
  char first = '\0', second = '\0';
  for (const char c : text) {
    const char third = symbol_of(c);
    if (!third) continue;
    symbols_.set(static_cast<std::size_t>(third));
    if (first) threesomes_.set(place_of(first, second, third, kBits));
    first = second;
    second = third;
  }
}

// Starts shorter than three symbols pass if all their symbols occur in the text.
bool TrigramFilter::has_start(std::string_view symbols) const {
  if (symbols.size() >= 3) return threesomes_.test(place_of(symbols[0], symbols[1], symbols[2], kBits));
  return std::all_of(symbols.begin(), symbols.end(),
                     [&](char c) { return symbols_.test(static_cast<std::size_t>(c)); });
}

bool TrigramFilter::may_hold(std::string_view value) const {
  if (!is_plain_ || !base::is_ascii(value)) return true;
  if (has_start(first_symbols_of(value))) return true;
  if (const auto number = plain_number(value)) {
    const std::string digits = number->whole + number->fraction;
    if (digits.size() >= 3 && has_start(digits)) return true;
  }
  const std::string_view start = value.substr(0, kMinEncodedBytes);
  if (start.size() < kMinEncodedBytes) return false;
  return has_start(hex_of(start)) || has_start(first_symbols_of(base64_core(start, 0))) ||
         has_start(first_symbols_of(base64_core(start, 1))) || has_start(first_symbols_of(base64_core(start, 2)));
}

}  // namespace parley::privacy
