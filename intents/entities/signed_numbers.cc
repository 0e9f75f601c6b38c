// Tested by tests/intents/quantities_test.cc.
#include "intents/entities/signed_numbers.h"

#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/work_budget.h"
#include "intents/entities/numbers.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

bool starts_alone(std::string_view text, std::size_t at) {
  if (base::letter_before(text, at)) return false;
  if (at == 0 || !joins_digits(text[at - 1])) return true;
  const char before = text[at - 1];
  if (before == '#' || before == '+' || before == '-') return false;
  return !base::letter_before(text, at - 1) && !is_tail_of_number(text, at);
}

std::size_t skip_minus_word(std::string_view text, std::size_t at) {
  if (at >= text.size() || std::string_view("mMnN").find(text[at]) == std::string_view::npos) return at;
  for (const std::string_view word : {"minus ", "negative "}) {
    if (base::lower_ascii(text.substr(at, word.size())) == word) return at + word.size();
  }
  return at;
}

// "- 20": a space may follow a minus, but digits must not precede it ("10 - 20").
bool has_minus_apart(std::string_view text, std::size_t at) {
  if (!base::char_at(text, at, '-') || !base::char_at(text, at + 1, ' ') || !base::digit_at(text, at + 2)) return false;
  std::size_t end = at;
  while (end > 0 && std::string_view(" \t\r\n\f\v").find(text[end - 1]) != std::string_view::npos) --end;
  return at == 0 || (text[at - 1] == ' ' && !base::digit_before(text, end) && !base::char_before(text, at - 1, '-'));
}

std::optional<Found> signed_number_at(std::string_view text, std::size_t at) {
  if (!starts_alone(text, at)) return std::nullopt;
  const bool has_sign = base::char_at(text, at, '-') || base::char_at(text, at, '+');
  std::size_t begin = skip_minus_word(text, at);
  const bool is_negative = begin != at || base::char_at(text, at, '-');
  if (has_sign) {
    begin += has_minus_apart(text, at) ? 2 : 1;
    if (!base::digit_at(text, begin) && !base::char_at(text, begin, '.')) return std::nullopt;
  }
  const auto number = read_number(text, begin);
  if (!number) return std::nullopt;
  return Found{is_negative ? negative(number->value) : number->value, at, number->end};
}

}  // namespace

std::vector<Found> signed_numbers(std::string_view text) {
  std::vector<Found> all;
  for (std::size_t at = 0; at < text.size() && all.size() < kMaxFound && base::WorkBudget::spend(1);) {
    if (auto number = signed_number_at(text, at)) {
      at = number->end;
      all.push_back(std::move(*number));
    } else {
      at = std::max(next_token(text, at), end_of_digits(text, at));
    }
  }
  return all;
}

std::vector<Quantity> quantities(std::string_view text, const Pattern& unit) {
  std::vector<Quantity> all;
  for (const Found& number : signed_numbers(text)) {
    std::size_t begin = number.end;
    while (base::char_at(text, begin, ' ')) ++begin;
    if (begin == number.end && base::char_at(text, begin, '-')) ++begin;
    const std::string_view rest = text.substr(begin);
    const auto found = unit.find(rest);
    if (!found || base::letter_at(rest, found->end)) continue;
    all.push_back({number.value, rest.substr(0, found->end), number.begin, begin + found->end});
  }
  return all;
}

}  // namespace parley::intents
