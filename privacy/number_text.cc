#include "privacy/number_text.h"

#include <algorithm>

#include "base/boundaries.h"

namespace parley::privacy {
namespace {

using base::digit_at;
using base::is_digit;

std::string digits_of(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), is_digit);
  return digits;
}

PlainNumber without_idle_zeros(std::string whole, std::string fraction) {
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return {std::move(whole), std::move(fraction)};
}

// Whether a separator and a digit continue the number at `at`. A blank separates only groups of three digits.
bool continues(std::string_view text, std::size_t at, std::string_view separators) {
  if (at >= text.size() || separators.find(text[at]) == std::string_view::npos || !digit_at(text, at + 1)) return false;
  return text[at] != ' ' || (digit_at(text, at + 2) && digit_at(text, at + 3) && !digit_at(text, at + 4));
}

// Returns the end of the number at `at`. Looks no further than `most`, which lies beyond the number searched for.
std::size_t number_end(std::string_view text, std::size_t at, std::string_view separators, std::size_t most) {
  while (at < most && (digit_at(text, at) || continues(text, at, separators))) ++at;
  return at;
}

// Whether the last separator precedes a group of three digits. Earlier groups may be shorter: India writes 12,34,567.
bool is_grouped(std::string_view token) {
  const std::size_t last = token.find_last_of(".,' ");
  return last != std::string_view::npos && token.size() - last - 1 == 3;
}

bool may_mean(std::string_view token, const PlainNumber& number) {
  const std::size_t mark = token.find_last_of(".,");
  if (mark == std::string_view::npos || is_grouped(token)) {
    if (without_idle_zeros(digits_of(token), "") == number) return true;
  }
  if (mark == std::string_view::npos) return false;
  const std::string_view fraction = token.substr(mark + 1);
  if (!std::all_of(fraction.begin(), fraction.end(), is_digit)) return false;
  return without_idle_zeros(digits_of(token.substr(0, mark)), std::string(fraction)) == number;
}

}  // namespace

std::optional<PlainNumber> plain_number(std::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  if (whole.empty() || !std::all_of(whole.begin(), whole.end(), is_digit) ||
      !std::all_of(fraction.begin(), fraction.end(), is_digit)) {
    return std::nullopt;
  }
  return without_idle_zeros(std::string(whole), std::string(fraction));
}

std::optional<Span> number_at(std::string_view text, std::size_t begin, const PlainNumber& number) {
  if (base::digit_before(text, begin)) return std::nullopt;
  const bool follows_mark = begin > 1 && std::string_view(".,'").find(text[begin - 1]) != std::string_view::npos;
  if (follows_mark && base::digit_before(text, begin - 1)) return std::nullopt;
  constexpr std::size_t kIdleZeros = 16;
  const std::size_t most = begin + 2 * (number.whole.size() + number.fraction.size()) + kIdleZeros;
  for (const std::string_view separators : {".,'", ".,' "}) {
    const std::size_t end = number_end(text, begin, separators, most);
    if (may_mean(text.substr(begin, end - begin), number)) return Span{begin, end};
  }
  return std::nullopt;
}

}  // namespace parley::privacy
