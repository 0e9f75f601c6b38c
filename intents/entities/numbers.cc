#include "intents/entities/numbers.h"

#include <charconv>
#include <cmath>
#include <string>

#include "intents/entities/edges.h"
#include "intents/entities/number_words.h"

namespace parley::intents {
namespace {

// "1,250.50": thousands in threes, or no commas at all.
struct Digits {
  std::string plain;
  std::size_t end = 0;
  bool has_fraction = false;
};

Digits digits_at(std::string_view text, std::size_t at) {
  Digits read{{}, at, false};
  while (digit_at(text, read.end)) read.plain += text[read.end++];
  const bool may_have_commas = !read.plain.empty() && read.plain.size() <= 3;
  while (may_have_commas && char_at(text, read.end, ',') && digit_at(text, read.end + 1) &&
         digit_at(text, read.end + 2) && digit_at(text, read.end + 3) && !digit_at(text, read.end + 4)) {
    read.plain += text.substr(read.end + 1, 3);
    read.end += 4;
  }
  if (char_at(text, read.end, '.') && digit_at(text, read.end + 1)) {
    read.has_fraction = true;
    do {
      read.plain += text[read.end++];
    } while (digit_at(text, read.end));
  }
  return read;
}

Value scaled(const Value& value, long long scale) {
  if (const std::int64_t* whole = value.if_int()) {
    if (*whole <= INT64_MAX / scale) return Value(*whole * static_cast<std::int64_t>(scale));
  }
  double number = 0;
  value.get_number(number);
  number *= static_cast<double>(scale);
  const bool is_whole = number == std::floor(number) && std::fabs(number) < 1e15;
  return is_whole ? Value(static_cast<std::int64_t>(number)) : Value(number);
}

std::optional<ReadNumber> read_digits(std::string_view text, std::size_t at) {
  const Digits digits = digits_at(text, at);
  Value value;
  if (digits.has_fraction) {
    value = Value(to_double(digits.plain));
  } else {
    const long long whole = to_integer(digits.plain);
    if (whole < 0) return std::nullopt;
    value = Value(static_cast<std::int64_t>(whole));
  }
  if ((char_at(text, digits.end, 'k') || char_at(text, digits.end, 'K')) && !letter_at(text, digits.end + 1)) {
    return ReadNumber{scaled(value, 1000), digits.end + 1};
  }
  const Word word = char_at(text, digits.end, ' ') ? next_word(text, digits.end) : Word{};
  const long long scale = scale_of(word.text);
  return scale == 0 ? ReadNumber{value, digits.end} : ReadNumber{scaled(value, scale), word.end};
}

// "two and a half". Of millions it would be half a million: such a number is left as it stands.
void read_half(std::string_view text, ReadNumber& number) {
  const std::int64_t* whole = number.value.if_int();
  if (!whole || *whole >= 1000) return;
  std::size_t end = number.end;
  for (const std::string_view expected : {"and", "a", "half"}) {
    const Word word = next_word(text, end);
    if (word.text != expected) return;
    end = word.end;
  }
  number = {Value(static_cast<double>(*whole) + 0.5), end};
}

}  // namespace

std::optional<ReadNumber> read_number(std::string_view text, std::size_t at) {
  const bool is_digits = digit_at(text, at) || (char_at(text, at, '.') && digit_at(text, at + 1));
  auto number = is_digits ? read_digits(text, at) : read_number_words(text, at);
  if (number) read_half(text, *number);
  return number;
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
