// money: a number with a currency before or after it: "$1,250.50", "EUR 20", "fifty dollars", "5 euros and 20 cents".
// The answer to a question for money may be a bare number; its currency is null then.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/edges.h"
#include "intents/entities/numbers.h"

namespace parley::intents {
namespace {

struct Currency {
  std::string_view word;  // lower case, as it stands before or after the number
  std::string_view code;
  bool is_cents = false;
};

// Longer words first where one begins like another.
constexpr std::array kSymbols = {
    Currency{"us$", "USD"},    Currency{"us $", "USD"},   Currency{"ca$", "CAD"},
    Currency{"au$", "AUD"},    Currency{"$", "USD"},      Currency{"\u20ac", "EUR"},
    Currency{"\u00a3", "GBP"}, Currency{"\u00a5", "JPY"}, Currency{"\u20b9", "INR"},
};

constexpr std::array kWords = {
    Currency{"us dollars", "USD"},
    Currency{"us dollar", "USD"},
    Currency{"canadian dollars", "CAD"},
    Currency{"australian dollars", "AUD"},
    Currency{"dollars", "USD"},
    Currency{"dollar", "USD"},
    Currency{"bucks", "USD"},
    Currency{"buck", "USD"},
    Currency{"euros", "EUR"},
    Currency{"euro", "EUR"},
    Currency{"pounds sterling", "GBP"},
    Currency{"pounds", "GBP"},
    Currency{"pound", "GBP"},
    Currency{"quid", "GBP"},
    Currency{"swiss francs", "CHF"},
    Currency{"francs", "CHF"},
    Currency{"yen", "JPY"},
    Currency{"rupees", "INR"},
    Currency{"yuan", "CNY"},
    Currency{"cents", "USD", true},
    Currency{"cent", "USD", true},
    Currency{"pence", "GBP", true},
};

constexpr std::array<std::string_view, 20> kCodes = {"USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD",
                                                     "NZD", "INR", "CNY", "SEK", "NOK", "DKK", "PLN",
                                                     "CZK", "HUF", "BRL", "MXN", "ZAR", "SGD"};

bool same_word(std::string_view text, std::string_view lower) { return base::lower_ascii(text) == lower; }

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (char_at(text, at, ' ')) ++at;
  return at;
}

std::string_view code_of(std::string_view letters) {
  for (const std::string_view code : kCodes) {
    if (same_word(letters, base::lower_ascii(code))) return code;
  }
  return {};
}

struct Named {
  std::string_view code;  // empty: no currency stands there
  std::size_t place = 0;  // where its name begins, or ends
  bool is_cents = false;
};

Named named_before(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (char_before(text, end, ' ')) --end;
  for (const Currency& currency : kSymbols) {
    const std::size_t length = currency.word.size();
    if (end < length || !same_word(text.substr(end - length, length), currency.word)) continue;
    if (letter_before(text, end - length)) continue;  // of a dollar we do not know
    return {currency.code, end - length};
  }
  if (end < 3 || letter_before(text, end - 3)) return {};
  return {code_of(text.substr(end - 3, 3)), end - 3};
}

Named named_after(std::string_view text, std::size_t at) {
  const std::size_t begin = char_at(text, at, '-') ? at + 1 : skip_spaces(text, at);
  for (const Currency& currency : kSymbols) {
    const std::size_t end = begin + currency.word.size();
    if (same_word(text.substr(std::min(begin, text.size()), currency.word.size()), currency.word) &&
        !digit_at(text, end)) {
      return {currency.code, end};
    }
  }
  for (const Currency& currency : kWords) {
    const std::size_t end = begin + currency.word.size();
    if (same_word(text.substr(std::min(begin, text.size()), currency.word.size()), currency.word) &&
        !letter_at(text, end)) {
      return {currency.code, end, currency.is_cents};
    }
  }
  if (begin + 3 > text.size() || letter_at(text, begin + 3)) return {};
  return {code_of(text.substr(begin, 3)), begin + 3};
}

Value money(const Value& amount, std::string_view code) {
  return Value(Value::Object{{"amount", amount}, {"currency", code.empty() ? Value() : Value(code)}});
}

// At most four decimals: what doubles add to a sum is cut off.
Value with_cents(const Value& whole, const Value& cents) {
  double total = 0;
  double hundredths = 0;
  whole.get_number(total);
  cents.get_number(hundredths);
  total = std::round(total * 10'000 + hundredths * 100) / 10'000;
  return total == std::floor(total) ? Value(static_cast<std::int64_t>(total)) : Value(total);
}

// A number that is not the tail of another one or of a word.
std::optional<ReadNumber> number_at(std::string_view text, std::size_t at) {
  if (!digit_at(text, at) && !char_at(text, at, '.')) {
    return letter_before(text, at) ? std::nullopt : read_number(text, at);
  }
  const bool is_tail =
      at > 0 && (is_digit(text[at - 1]) || text[at - 1] == '.' || (text[at - 1] == ',' && digit_before(text, at - 1)));
  return is_tail ? std::nullopt : read_number(text, at);
}

struct Sum {
  Value amount;
  Named currency;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The number at `at` with the currency beside it. The answer to a question for money needs none.
std::optional<Sum> sum_at(const Reading& reading, std::size_t at, const ReadNumber& number) {
  const std::string_view text = reading.text;
  Sum sum{number.value, named_before(text, at), at, number.end};
  if (!sum.currency.code.empty() && !letter_at(text, number.end)) {
    sum.begin = sum.currency.place;
  } else {
    sum.currency = letter_before(text, at) ? Named{} : named_after(text, number.end);
    if (!sum.currency.code.empty()) sum.end = sum.currency.place;
  }
  if (sum.currency.code.empty() && (!reading.asked || !stands_alone(text, sum.begin, sum.end))) return std::nullopt;
  if (char_before(text, sum.begin, '-') && !letter_before(text, sum.begin - 1)) {
    --sum.begin;
    sum.amount = negative(sum.amount);
  }
  return sum;
}

class Money : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Sum> sums;
    for (std::size_t at = 0; at < reading.text.size() && sums.size() < kMaxFound;) {
      const auto number = number_at(reading.text, at);
      const auto sum = number ? sum_at(reading, at, *number) : std::nullopt;
      if (sum) add(*sum, reading.text, sums);
      if (sum || number) {
        at = sum ? sum->end : number->end;
      } else {
        base::next_code_point(reading.text, at);
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
