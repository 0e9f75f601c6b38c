#include "privacy/glance.h"

#include <algorithm>
#include <string>

#include "intents/entities/edges.h"
#include "privacy/encodings.h"

namespace parley::privacy {
namespace {

constexpr std::size_t kLooked = 6;  // bytes of a value: enough for three symbols in every encoding

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_small_letter(c) || is_capital(c); }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_escape(char c) { return c == '\\' || c == '%' || c == '+' || c == '&'; }

// The symbol that a character is (symbols.h), or 0.
char symbol_of(char c) {
  if (is_small_letter(c) || intents::is_digit(c)) return c;
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

Glance::Glance(std::string_view text) {
  char first = '\0', second = '\0';
  for (const char c : text) {
    is_plain_ = is_plain_ && is_ascii(c) && !is_escape(c);
    const char third = symbol_of(c);
    if (!third) continue;
    if (first) threesomes_.set(place_of(first, second, third, kBits));
    first = second;
    second = third;
  }
}

bool Glance::has_threesome(std::string_view symbols) const {
  return symbols.size() < 3 || threesomes_.test(place_of(symbols[0], symbols[1], symbols[2], kBits));
}

bool Glance::may_hold(std::string_view value) const {
  if (!is_plain_ || !std::all_of(value.begin(), value.end(), is_ascii)) return true;
  if (std::none_of(value.begin(), value.end(), is_letter)) return true;  // a number, or nothing but marks
  const std::string_view start = value.substr(0, kLooked);
  if (has_threesome(first_symbols_of(value)) || has_threesome(hex_of(start))) return true;
  return has_threesome(first_symbols_of(base64_core(start, 0))) ||
         has_threesome(first_symbols_of(base64_core(start, 1))) ||
         has_threesome(first_symbols_of(base64_core(start, 2)));
}

}  // namespace parley::privacy
