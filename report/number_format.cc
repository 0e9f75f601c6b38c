#include "report/number_format.h"

#include <array>
#include <cstdio>

#include "base/time.h"

namespace parley::report {
namespace {

// Returns three significant digits.
std::string rounded(double number) {
  std::array<char, 32> text{};
  const int decimals = number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
  std::snprintf(text.data(), text.size(), "%.*f", decimals, number);
  return text.data();
}

}  // namespace

std::string count_text(std::int64_t count) {
  std::string text = std::to_string(count);
  const std::size_t first = text[0] == '-' ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, 1, ',');
  return text;
}

std::string count_text(std::optional<std::int64_t> count) { return count ? count_text(*count) : kUnknown; }

std::string share_text(std::optional<double> share) {
  if (!share) return "-";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", *share * 100);
  return text.data();
}

std::string share_text(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return "-";
  return share_text(static_cast<double>(part) / static_cast<double>(whole));
}

std::string duration_text(std::int64_t microseconds) {
  const auto us = static_cast<double>(microseconds);
  if (microseconds < 1'000) return std::to_string(microseconds) + " us";
  if (us < 999'500) return rounded(us / 1e3) + " ms";
  return us < 119.5e6 ? rounded(us / 1e6) + " s" : rounded(us / 60e6) + " min";
}

std::string day_text(TimeMs at) { return base::format_iso8601(at).substr(0, 10); }

std::string minute_text(TimeMs at) {
  std::string text = base::format_iso8601(at).substr(0, 16);
  text[10] = ' ';
  return text;
}

}  // namespace parley::report
