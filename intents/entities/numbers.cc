#include "intents/entities/numbers.h"

#include <charconv>
#include <cmath>
#include <string>

#include "base/boundaries.h"
#include "base/work_budget.h"
#include "intents/entities/fractions.h"
#include "intents/entities/number_words.h"

namespace parley::intents {
namespace {

// NumberDigits is a number in digits. The accepted forms are:
// - thousands in groups of three: "1,250.50", "1 250.50", "1'250.50"
// - groups of three with a decimal comma: "1.250,50", "1 250,50" and "1.250.000"
// - lakhs in groups of two: "12,34,567"
// - a decimal comma: "5,50"
// - no groups
struct NumberDigits {
  std::string plain;
  std::size_t end = 0;
  bool has_fraction = false;
  bool has_groups = false;
};

constexpr std::size_t kMaxGroups = 12;  // groups of digits; a text with more is not a number

bool has_three_digits(std::string_view text, std::size_t at) {
  return base::digit_at(text, at) && base::digit_at(text, at + 1) && base::digit_at(text, at + 2) &&
         !base::digit_at(text, at + 3);
}

NumberDigits with_decimals(std::string_view text, NumberDigits read) {
  if (base::char_at(text, read.end, '.') && base::digit_at(text, read.end + 1)) {
    read.has_fraction = true;
    do {
      read.plain += text[read.end++];
    } while (base::digit_at(text, read.end));
  }
  return read;
}

bool has_two_digits(std::string_view text, std::size_t at) {
  return base::digit_at(text, at) && base::digit_at(text, at + 1) && !base::digit_at(text, at + 2);
}

// Returns the length of ",34,567" or ",34,56,789" at `at`, or 0 if the text has another form.
std::size_t lakhs_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end - at < 3 * kMaxGroups && base::char_at(text, end, ',') && has_two_digits(text, end + 1)) end += 3;
  return end > at && base::char_at(text, end, ',') && has_three_digits(text, end + 1) ? end + 4 - at : 0;
}

// ",5" and ",50" are decimals unless a list continues.
bool has_decimal_comma(std::string_view text, std::size_t at) {
  const std::size_t end = at + (has_two_digits(text, at + 1) ? 3 : 2);
  return base::char_at(text, at, ',') && base::digit_at(text, at + 1) && !base::letter_at(text, end) &&
         !(end < text.size() && std::string_view(",/:%-").find(text[end]) != std::string_view::npos &&
           base::digit_at(text, end + 1));
}

// Returns where the groups of ".250,50" or " 250,50" end, after at most three digits, or 0 if the text has another
// form. Without decimals, two groups with points are required: "1.250" is a decimal number.
std::size_t end_of_comma_groups(std::string_view text, std::size_t at) {
  const char separator = at < text.size() ? text[at] : '\0';
  if (separator != '.' && separator != ' ') return 0;
  std::size_t end = at;
  while (end - at < 4 * kMaxGroups && base::char_at(text, end, separator) && has_three_digits(text, end + 1)) end += 4;
  const bool has_two = end - at == 8 && separator == '.';  // three groups may be an IP address
  return end > at && (has_two || has_decimal_comma(text, end)) ? end : 0;
}

NumberDigits number_digits_at(std::string_view text, std::size_t at) {
  NumberDigits read{{}, at, false, false};
  while (base::digit_at(text, read.end)) read.plain += text[read.end++];
  base::WorkBudget::spend(1 + read.plain.size());
  const std::size_t groups_end = read.plain.empty() || read.plain.size() > 3 ? 0 : end_of_comma_groups(text, read.end);
  for (; read.end < groups_end; ++read.end) {
    if (base::digit_at(text, read.end)) read.plain += text[read.end];
    read.has_groups = true;
  }
  if (has_decimal_comma(text, read.end)) {
    read.has_fraction = true;
    read.plain += '.';
    while (base::digit_at(text, ++read.end)) read.plain += text[read.end];
    return read;
  }
  if (const std::size_t length = read.plain.size() > 2 ? 0 : lakhs_at(text, read.end)) {
    for (const char c : text.substr(read.end, length)) {
      if (c != ',') read.plain += c;
    }
    read.end += length;
    read.has_groups = true;
  }
  if (read.plain.empty() || read.plain.size() > 3) return with_decimals(text, std::move(read));
  for (const char separator : {',', ' ', '\''}) {
    if (separator != ',' && (read.plain[0] == '0' || read.has_groups)) break;
    while (read.plain.size() < 3 * kMaxGroups && base::char_at(text, read.end, separator) &&
           has_three_digits(text, read.end + 1)) {
      read.plain += text.substr(read.end + 1, 3);
      read.end += 4;
      read.has_groups = true;
    }
  }
  return with_decimals(text, std::move(read));
}

Value scaled(const Value& value, long long scale) {
  if (const std::int64_t* whole = value.if_int()) {
    if (*whole <= INT64_MAX / scale) return Value(*whole * static_cast<std::int64_t>(scale));
  }
  double number = 0;
  value.get_number(number);
  return to_value(number * static_cast<double>(scale));
}

constexpr long long kAnyScale = INT64_MAX;

void read_smaller_rest(std::string_view text, ReadNumber& number, long long scale);

// Reads the number at `at`, and the smaller remainder after a scale word. Does not read the remainder after a scale of
// `largest_scale` or more, because the caller rejects such a number.
std::optional<ReadNumber> read_digits(std::string_view text, std::size_t at, long long largest_scale = kAnyScale) {
  const NumberDigits digits = number_digits_at(text, at);
  Value value;
  if (digits.has_fraction) {
    value = Value(to_double(digits.plain));
  } else {
    const long long whole = to_integer(digits.plain);
    if (whole < 0) return std::nullopt;
    value = Value(static_cast<std::int64_t>(whole));
  }
  if ((base::char_at(text, digits.end, 'k') || base::char_at(text, digits.end, 'K')) &&
      !base::letter_at(text, digits.end + 1)) {
    return ReadNumber{scaled(value, 1000), digits.end + 1};
  }
  const Word word = base::char_at(text, digits.end, ' ') ? next_word(text, digits.end) : Word{};
  // After a space, only a lower-case k means thousand: "-1 K" may be kelvin.
  if (word.text == "k" && text[word.end - 1] == 'k') return ReadNumber{scaled(value, 1000), word.end};
  const long long scale = scale_of(word.text);
  if (scale == 0) return ReadNumber{value, digits.end};
  ReadNumber number{scaled(value, scale), word.end};
  if (scale >= 100 && scale < largest_scale) read_smaller_rest(text, number, scale);
  return number;
}

// Reads "1e10", "1.3x10^6" and "1.1^23".
void read_power(std::string_view text, ReadNumber& number) {
  const bool is_times_ten = text.substr(number.end, 4) == "x10^" || text.substr(number.end, 4) == "*10^";
  const bool is_exponent = is_times_ten || base::char_at(text, number.end, 'e') || base::char_at(text, number.end, 'E');
  if (!is_exponent && !base::char_at(text, number.end, '^')) return;
  std::size_t end = number.end + (is_times_ten ? 4 : 1);
  const bool is_negative = base::char_at(text, end, '-');
  if (is_negative || base::char_at(text, end, '+')) ++end;
  const std::size_t begin = end;
  while (base::digit_at(text, end) && end - begin < 3) ++end;
  if (end == begin || base::letter_at(text, end)) return;
  const auto exponent = static_cast<double>(to_integer(text.substr(begin, end - begin))) * (is_negative ? -1 : 1);
  double base = 0;
  number.value.get_number(base);
  const double value = is_exponent ? base * std::pow(10.0, exponent) : std::pow(base, exponent);
  if (std::isfinite(value)) number = {to_value(value), end};
}

// Reads alternating digits and words: "4 thousand 3 hundred and 21".
void read_smaller_rest(std::string_view text, ReadNumber& number, long long of_scale) {
  const Word conjunction = next_word(text, number.end);
  std::size_t at = conjunction.text == "and" ? conjunction.end : number.end;
  while (base::char_at(text, at, ' ')) ++at;
  const std::int64_t* whole = number.value.if_int();
  const auto rest = base::digit_at(text, at) ? read_digits(text, at, of_scale) : read_number_words(text, at);
  const std::int64_t* smaller = rest ? rest->value.if_int() : nullptr;
  const bool is_scaled = rest && text.substr(at, rest->end - at).find(' ') != std::string_view::npos;
  if (!whole || !smaller || (conjunction.text != "and" && !is_scaled)) return;
  std::int64_t scale = 1;
  while (*whole % (scale * 10) == 0 && scale < *whole) scale *= 10;
  if (*smaller < scale) number = {Value(*whole + *smaller), rest->end};
}

}  // namespace

std::optional<ReadNumber> read_number(std::string_view text, std::size_t at) {
  if (auto fraction = read_fraction(text, at)) return fraction;
  const bool is_digits = base::digit_at(text, at) || (base::char_at(text, at, '.') && base::digit_at(text, at + 1));
  if (!is_digits) {
    const auto words = read_words(text, at);
    return words ? std::optional(with_fraction(text, *words)) : std::nullopt;
  }
  auto number = read_digits(text, at);
  if (!number) return std::nullopt;
  read_power(text, *number);
  return with_fraction(text, {*number, std::nullopt});
}

std::size_t end_of_digits(std::string_view text, std::size_t at) { return number_digits_at(text, at).end; }

Value to_value(double number) {
  const bool is_whole = number == std::floor(number) && std::fabs(number) < 1e15;
  return is_whole ? Value(static_cast<std::int64_t>(number)) : Value(number);
}

Value negative(const Value& number) {
  if (const std::int64_t* whole = number.if_int()) return Value(-*whole);
  double value = 0;
  number.get_number(value);
  return Value(-value);
}

long long to_integer(std::string_view digits) {
  long long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && end == digits.data() + digits.size() ? value : -1;
}

double to_double(std::string_view digits) {
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace parley::intents
