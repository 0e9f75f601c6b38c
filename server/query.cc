#include "server/query.h"

#include <algorithm>
#include <charconv>

#include "parley/value.h"
#include "server/ascii.h"

namespace parley::server {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Value replaces invalid bytes when it writes JSON.
bool is_utf8(const std::string& text) {
  const auto read = Value::parse(Value(text).to_json());
  return read && *read->if_string() == text;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// In a query, "+" is a space.
std::optional<std::string> decoded_parameter(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return percent_decoded(spaced);
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = high >= 0 ? digit_of(text[i + 2]) : -1;
    if (low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (out.find('\0') != std::string::npos || (!is_ascii(out) && !is_utf8(out))) return std::nullopt;
  return out;
}

std::string percent_encoded(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (to_lower(c) >= 'a' && to_lower(c) <= 'z') ||
                          std::string_view("-._~").find(c) != std::string_view::npos;
    if (is_plain) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]};
    }
  }
  return out;
}

std::optional<Query> Query::parse(std::string_view text) {
  Query query;
  if (text.empty()) return query;
  for (const std::string_view part : split(text, '&')) {
    const std::size_t equals = part.find('=');
    auto name = decoded_parameter(part.substr(0, equals));
    auto value = decoded_parameter(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
    if (!name || !value || query.find(*name)) return std::nullopt;
    query.values_.emplace_back(std::move(*name), std::move(*value));
  }
  return query;
}

const std::string* Query::find(std::string_view name) const {
  for (const auto& [key, value] : values_) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::optional<std::int64_t> parse_count(std::string_view text, std::int64_t most) {
  std::int64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || number < 0 || number > most) return std::nullopt;
  return number;
}

}  // namespace parley::server
