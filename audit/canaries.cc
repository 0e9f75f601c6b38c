// Tested by tests/audit/canaries_test.cc.
#include <algorithm>
#include <array>
#include <optional>

#include "audit/decoded_views.h"
#include "parley/audit.h"

namespace parley {
namespace {

bool is_small(char c) { return c >= 'a' && c <= 'z'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return line;
}

std::string around(const std::string& text, std::size_t begin, std::size_t end, const std::string& name) {
  constexpr std::size_t kBeside = 30;
  const auto is_inside = [&](std::size_t at) { return at < text.size() && (text[at] & 0xC0) == 0x80; };
  std::size_t from = begin < kBeside ? 0 : begin - kBeside;
  while (is_inside(from)) ++from;
  std::size_t to = std::min(text.size(), end + kBeside);
  while (is_inside(to)) ++to;
  return on_one_line(text.substr(from, begin - from) + "{" + name + "}" + text.substr(end, to - end));
}

}  // namespace

// Generates pseudo-random numbers with SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t Canaries::next() {
  std::uint64_t x = state_ += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

std::string Canaries::like(std::string_view example) {
  std::string value(example);
  bool is_first = true;
  for (char& c : value) {
    if (is_small(c)) c = static_cast<char>('a' + next() % 26);
    if (is_capital(c)) c = static_cast<char>('A' + next() % 26);
    if (is_digit(c)) c = static_cast<char>(is_first ? '1' + next() % 9 : '0' + next() % 10);
    is_first = !is_digit(c);
  }
  return value;
}

std::string Canaries::plant(const std::string& name, std::string_view example) {
  std::string value = like(example);
  return add(name, value) ? value : std::string();
}

bool Canaries::add(const std::string& name, const std::string& value) {
  if (!tells_enough(value)) return false;
  canaries_.push_back({name, value, audit::View(value).letters()});
  return true;
}

bool Canaries::tells_enough(std::string_view value) {
  const std::string core = audit::View(std::string(value)).letters();
  const bool has_digit = std::any_of(core.begin(), core.end(), is_digit);
  const bool has_letter = std::any_of(core.begin(), core.end(), is_small);
  return core.size() >= 8 || (core.size() >= 5 && has_digit && has_letter);
}

std::vector<Canaries::Sighting> Canaries::find(std::string_view output) const {
  const audit::View plain{std::string(output)};
  const audit::View unescaped(audit::unescaped(plain.text()));
  std::vector<Sighting> sightings;
  for (std::size_t i = 0; i < canaries_.size(); ++i) {
    const Canary& canary = canaries_[i];
    const auto see = [&](const char* form, const audit::View& view, const std::optional<Span>& place) {
      if (!place) return false;
      sightings.push_back({i, canary.name, form, around(view.text(), place->begin, place->end, canary.name)});
      return true;
    };
    if (!see("plain", plain, plain.find(canary.core))) see("escaped", unescaped, unescaped.find(canary.core));
    see("base64", plain, audit::find_base64(plain.text(), canary.value));
    see("hex", plain, audit::find_hex(plain.text(), canary.value));
  }
  return sightings;
}

}  // namespace parley
