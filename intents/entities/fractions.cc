// Tested by tests/intents/quantities_test.cc.
#include "intents/entities/fractions.h"

#include <array>
#include <cmath>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"

namespace parley::intents {
namespace {

double number_of(const Value& value) {
  double number = 0;
  value.get_number(number);
  return number;
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (base::char_at(text, at, ' ')) ++at;
  return at;
}

// Returns the word after a gap. A hyphen between spaces is also a gap ("five - eighths").
Word word_after(std::string_view text, std::size_t end) {
  if (text.substr(end, 3) == " - ") return word_at(text, end + 3);
  return next_word(text, end);
}

struct Denominator {
  long long value = 0;
  std::size_t end = 0;
};

// Reads "half", "quarters", "fifth" or "twenty-firsts".
std::optional<Denominator> read_denominator(std::string_view text, const Word& word, bool is_plural) {
  if (word.text == (is_plural ? "halves" : "half")) return Denominator{2, word.end};
  if (word.text == (is_plural ? "quarters" : "quarter")) return Denominator{4, word.end};
  std::string_view ordinal = word.text;
  const bool has_s = !ordinal.empty() && ordinal.back() == 's';
  if (has_s) ordinal.remove_suffix(1);
  if (has_s == is_plural && ordinal != "first" && ordinal != "second") {
    if (const long long value = ordinal_of(ordinal)) return Denominator{value, word.end};
  }
  // "twenty-firsts": only the word after the tens is an ordinal, and here it may be "first".
  const auto tens = has_s || word.text.empty() ? std::nullopt : read_number_words(word.text, 0);
  const std::int64_t* ten = tens ? tens->value.if_int() : nullptr;
  if (!ten || *ten < 20 || *ten > 90 || *ten % 10 != 0) return std::nullopt;
  const Word last = next_word(text, word.end);
  std::string_view unit = last.text;
  const bool ends_in_s = !unit.empty() && unit.back() == 's';
  if (ends_in_s) unit.remove_suffix(1);
  const long long value = ends_in_s == is_plural ? ordinal_of(unit) : 0;
  return value > 0 && value < 10 ? std::optional(Denominator{*ten + value, last.end}) : std::nullopt;
}

// Multiplies a fraction by a following "of a million" or "million".
ReadNumber apply_scale(std::string_view text, double value, std::size_t end) {
  const Word word = next_word(text, end);
  const Word scale = word.text == "a" ? next_word(text, word.end) : word;
  const long long times = scale_of(scale.text);
  return times >= 100 ? ReadNumber{to_value(value * static_cast<double>(times)), scale.end}
                      : ReadNumber{to_value(value), end};
}

struct Digits {
  long long value = -1;
  std::size_t end = 0;
};

Digits digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (base::digit_at(text, end)) ++end;
  return {end > at && end - at <= 6 ? to_integer(text.substr(at, end - at)) : -1, end};
}

// Reads "3/4". The fraction must be smaller than one: "24/7" is not a fraction.
std::optional<ReadNumber> read_in_digits(std::string_view text, std::size_t at) {
  const Digits numerator = digits_at(text, at);
  if (numerator.value < 0 || !base::char_at(text, numerator.end, '/')) return std::nullopt;
  const Digits denominator = digits_at(text, numerator.end + 1);
  if (denominator.value <= numerator.value || base::char_at(text, denominator.end, '/')) return std::nullopt;
  return ReadNumber{Value(static_cast<double>(numerator.value) / static_cast<double>(denominator.value)),
                    denominator.end};
}

// Reads the Unicode fraction characters.
std::optional<ReadNumber> read_character(std::string_view text, std::size_t at) {
  struct VulgarFraction {
    char32_t character;
    int numerator;
    int denominator;
  };
  static constexpr std::array<VulgarFraction, 15> kVulgarFractions = {{{0xBD, 1, 2},
                                                                       {0xBC, 1, 4},
                                                                       {0xBE, 3, 4},
                                                                       {0x2153, 1, 3},
                                                                       {0x2154, 2, 3},
                                                                       {0x2155, 1, 5},
                                                                       {0x2156, 2, 5},
                                                                       {0x2157, 3, 5},
                                                                       {0x2158, 4, 5},
                                                                       {0x2159, 1, 6},
                                                                       {0x215A, 5, 6},
                                                                       {0x215B, 1, 8},
                                                                       {0x215C, 3, 8},
                                                                       {0x215D, 5, 8},
                                                                       {0x215E, 7, 8}}};
  if (at >= text.size() || static_cast<unsigned char>(text[at]) < 0x80) return std::nullopt;
  std::size_t end = at;
  const char32_t character = base::next_code_point(text, end);
  for (const VulgarFraction& one : kVulgarFractions) {
    if (one.character == character) return ReadNumber{Value(static_cast<double>(one.numerator) / one.denominator), end};
  }
  return std::nullopt;
}

// Reads "a third of them" and "half a million", but not "a third option".
std::optional<ReadNumber> read_article(std::string_view text, std::size_t at) {
  const Word first = word_at(text, at);
  const bool has_article = first.text == "a" || first.text == "an";
  if (!has_article && first.text != "half" && first.text != "quarter") return std::nullopt;
  const auto part = read_denominator(text, has_article ? next_word(text, first.end) : first, false);
  if (!part) return std::nullopt;
  const ReadNumber value = apply_scale(text, 1.0 / static_cast<double>(part->value), part->end);
  if (value.end != part->end) return value;
  const Word next = next_word(text, part->end);
  return next.text.empty() || next.text == "of" ? std::optional(value) : std::nullopt;
}

// Reads a fraction after "and": "a half", "one third", "fifty-four hundredths".
std::optional<ReadNumber> read_fraction_after_and(std::string_view text, std::size_t at) {
  const Word first = word_at(text, at);
  if (first.text == "a" || first.text == "an") {
    const auto part = read_denominator(text, next_word(text, first.end), false);
    return part ? std::optional(ReadNumber{Value(1.0 / static_cast<double>(part->value)), part->end}) : std::nullopt;
  }
  if (first.text == "half") return ReadNumber{Value(0.5), first.end};
  const auto numerator = read_number_words(text, at);
  if (!numerator) return std::nullopt;
  const double count = number_of(numerator->value);
  const auto part = read_denominator(text, word_after(text, numerator->end), count != 1);
  if (!part || count >= static_cast<double>(part->value)) return std::nullopt;
  return apply_scale(text, count / static_cast<double>(part->value), part->end);
}

// Returns the scale of the last number word: "3 million and a half" adds half of a million.
double last_scale(double whole) {
  const double scales[] = {1e12, 1e9, 1e6};
  for (const double scale : scales) {
    if (whole >= scale && std::fmod(whole, scale) == 0) return scale;
  }
  return 1;
}

}  // namespace

std::optional<ReadNumber> read_fraction(std::string_view text, std::size_t at) {
  if (auto fraction = read_in_digits(text, at)) return fraction;
  if (auto fraction = read_character(text, at)) return fraction;
  return read_article(text, at);
}

ReadNumber with_fraction(std::string_view text, const NumberInWords& number) {
  const ReadNumber& whole = number.whole;
  const double value = number_of(whole.value);
  const auto added = [](const ReadNumber& to, const ReadNumber& part) {
    const double base = number_of(to.value);
    const double amount = number_of(part.value);
    return ReadNumber{to_value(base + (amount < 1 ? amount * last_scale(base) : amount)), part.end};
  };
  if (whole.value.if_int()) {
    if (auto part = read_character(text, whole.end)) return added(whole, *part);
    const std::size_t next = skip_spaces(text, whole.end);
    if (const auto part = next > whole.end ? read_in_digits(text, next) : std::nullopt) return added(whole, *part);
  }
  if (number.before_and) {
    const Word conjunction = next_word(text, number.before_and->end);
    if (const auto part = read_fraction_after_and(text, skip_spaces(text, conjunction.end)))
      return added(*number.before_and, *part);
  }
  const Word word = word_after(text, whole.end);
  if (const auto part = read_denominator(text, word, value != 1)) {
    return apply_scale(text, value / static_cast<double>(part->value), part->end);
  }
  if (word.text == "and" && whole.value.if_int()) {
    if (const auto part = read_fraction_after_and(text, skip_spaces(text, word.end))) return added(whole, *part);
  }
  const Word of = word.text == "out" ? next_word(text, word.end) : Word{};
  if (word.text == "over" || of.text == "of") {
    const std::size_t at = skip_spaces(text, of.text == "of" ? of.end : word.end);
    const Digits digits = digits_at(text, at);
    const auto words = digits.value < 0 ? read_number_words(text, at) : std::nullopt;
    const double denominator = words ? number_of(words->value) : static_cast<double>(digits.value);
    if (denominator > 0 && denominator > value) return {to_value(value / denominator), words ? words->end : digits.end};
  }
  return whole;
}

}  // namespace parley::intents
