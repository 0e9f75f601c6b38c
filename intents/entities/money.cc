// money: a number with a currency before or after it: "$1,250.50", "EUR 20", "fifty dollars", "5 euros and 20 cents".
// The answer to a question for money may be a bare number; its currency is then null.
// Tested by tests/intents/numbers_test.cc.
#include <algorithm>
#include <cmath>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/work_budget.h"
#include "intents/entities/built_in.h"
#include "intents/entities/codes.h"
#include "intents/entities/currencies.h"
#include "intents/entities/number_words.h"
#include "intents/entities/token_boundaries.h"

namespace parley::intents {
namespace {

Value money(const Value& amount, std::string_view code) {
  return Value(Value::Object{{"amount", amount}, {"currency", code.empty() ? Value() : Value(code)}});
}

// Rounds to four decimals, which removes the rounding error of doubles.
Value with_cents(const Value& whole, const Value& cents) {
  double total = 0;
  double hundredths = 0;
  whole.get_number(total);
  cents.get_number(hundredths);
  total = std::round(total * 10'000 + hundredths * 100) / 10'000;
  return total == std::floor(total) ? Value(static_cast<std::int64_t>(total)) : Value(total);
}

// Reads a number that is not the tail of another one or of a word.
std::optional<ReadNumber> number_at(std::string_view text, std::size_t at) {
  if (!base::digit_at(text, at) && !base::char_at(text, at, '.')) {
    return base::letter_before(text, at) ? std::nullopt : read_number(text, at);
  }
  const bool has_sign = base::char_before(text, at, '-') && !base::digit_before(text, at - 1);
  const bool is_tail = base::char_before(text, at, '.') || (!has_sign && is_tail_of_number(text, at));
  return is_tail ? std::nullopt : read_number(text, at);
}

std::size_t next_code_point_after(std::string_view text, std::size_t at) {
  base::next_code_point(text, at);
  return at;
}

struct Sum {
  Value amount;
  NamedCurrency currency;
  std::size_t begin = 0;
  std::size_t end = 0;
};

Value times(const Value& amount, long long scale) {
  double number = 0;
  amount.get_number(number);
  return scale == 1 ? amount : to_value(number * static_cast<double>(scale));
}

// Adds the number or scale after the currency: "75 USD million", and "15 dollars 50" at the end of a clause.
void add_rest(std::string_view text, Sum& sum) {
  const Word word = next_word(text, sum.end);
  const std::size_t digits = sum.end + 1;
  const auto ends_clause = [&](std::size_t at) {
    return at == text.size() ||
           (std::string_view(".,;!?)").find(text[at]) != std::string_view::npos && !base::letter_at(text, at + 1));
  };
  if (scale_of(word.text) >= 1'000) {
    sum.amount = times(sum.amount, scale_of(word.text));
    sum.end = word.end;
  } else if (sum.amount.if_int() && base::char_at(text, sum.end, ' ') && base::digit_at(text, digits) &&
             base::digit_at(text, digits + 1) && ends_clause(digits + 2)) {
    sum.amount = with_cents(sum.amount, Value(std::int64_t{to_integer(text.substr(digits, 2))}));
    sum.end = digits + 2;
  }
}

// Reads the number at `at` with the currency next to it. The answer to a question for money does not need a currency.
std::optional<Sum> sum_at(const Reading& reading, std::size_t at, const ReadNumber& number) {
  const std::string_view text = reading.text;
  Sum sum{number.value, currency_before(text, at), at, number.end};
  if (!sum.currency.code.empty() && !base::letter_at(text, number.end)) {
    sum.begin = sum.currency.place;
    const NamedCurrency again = currency_after(text, number.end);
    const bool is_word = again.place > 0 && base::letter_before(text, again.place);
    if (is_word && again.code == sum.currency.code && !again.is_cents) sum.end = again.place;  // "$10 dollars"
  } else {
    sum.currency = base::letter_before(text, at) ? NamedCurrency{} : currency_after(text, number.end);
    if (!sum.currency.code.empty()) {
      sum.end = sum.currency.place;
    } else if (base::digit_at(text, at) && !base::letter_at(text, number.end)) {
      sum.currency = currency_word_before(text, at);
      if (!sum.currency.code.empty()) sum.begin = sum.currency.place;
    }
    if (sum.end != number.end && !sum.currency.is_cents) add_rest(text, sum);
  }
  sum.amount = times(sum.amount, sum.currency.scale);
  if (sum.currency.code.empty() &&
      (!reading.asked || !base::stands_alone(text, sum.begin, sum.end) || is_part_of_code(text, sum.begin, sum.end) ||
       is_group_of_long_number(text, sum.begin, sum.end))) {
    return std::nullopt;
  }
  if (base::digit_before(text, sum.end) && digits_go_on(text, sum.end)) return std::nullopt;
  if (base::char_before(text, sum.begin, '-') && !base::letter_before(text, sum.begin - 1)) {
    --sum.begin;
    sum.amount = negative(sum.amount);
  }
  return sum;
}

class Money : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Sum> sums;
    for (std::size_t at = 0; at < reading.text.size() && sums.size() < kMaxFound && base::WorkBudget::spend(1);) {
      const auto number = number_at(reading.text, at);
      auto sum = number ? sum_at(reading, at, *number) : std::nullopt;
      // The currency then belongs to the previous sum.
      if (sum && !sums.empty() && sum->begin < sums.back().end) sum.reset();
      if (sum) add(*sum, reading.text, sums);
      if (sum || number) {
        at = sum ? sum->end : number->end;
      } else {
        at = std::max(next_code_point_after(reading.text, at), end_of_digits(reading.text, at));
      }
    }
    for (const Sum& sum : sums) out.push_back({money(sum.amount, sum.currency.code), sum.begin, sum.end});
  }

  bool takes(const Value& value) const override {
    double amount = 0;
    const Value* number = value.find("amount");
    const Value* currency = value.find("currency");
    return number && number->get_number(amount) && currency && (currency->is_null() || currency->if_string());
  }

 private:
  // "5 dollars and 20 cents" is one sum.
  static void add(Sum sum, std::string_view text, std::vector<Sum>& sums) {
    if (sum.currency.is_cents && !sums.empty() && is_joint(text.substr(sums.back().end, sum.begin - sums.back().end))) {
      sums.back().amount = with_cents(sums.back().amount, sum.amount);
      sums.back().end = sum.end;
      return;
    }
    if (sum.currency.is_cents) sum.amount = with_cents(Value(0), sum.amount);
    sums.push_back(std::move(sum));
  }

  static bool is_joint(std::string_view between) {
    const std::string word = base::lower_ascii(base::trim(between));
    return word.empty() || word == "and" || word == ",";
  }
};

}  // namespace

std::unique_ptr<const Recogniser> make_money() { return std::make_unique<Money>(); }

}  // namespace parley::intents
