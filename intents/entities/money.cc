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
    Currency{"us$", "USD"},          Currency{"ca$", "CAD"}, Currency{"au$", "AUD"}, Currency{"$", "USD"},
    Currency{"\xE2\x82\xAC", "EUR"},  // euro sign
    Currency{"\xC2\xA3", "GBP"},      // pound sign
    Currency{"\xC2\xA5", "JPY"},      // yen sign
    Currency{"\xE2\x82\xB9", "INR"},  // rupee sign
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

// At most four decimals: what a sum of cents needs, without what doubles add to it.
Value hundredths(const Value& amount, const Value* whole) {
  double cents = 0;
  double total = 0;
  amount.get_number(cents);
  if (whole) whole->get_number(total);
  total = std::round(total * 10'000 + cents * 100) / 10'000;
  return total == std::floor(total) ? Value(static_cast<std::int64_t>(total)) : Value(total);
}

class Money : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::size_t first = out.size();
    for (std::size_t at = 0; at < reading.text.size() && out.size() < first + kMaxFound;) {
      at = read_at(reading, at, out, first);
    }
  }

  bool takes(const Value& value) const override {
    double amount = 0;
    const Value* number = value.find("amount");
    const Value* currency = value.find("currency");
    return number && number->get_number(amount) && currency && (currency->is_null() || currency->if_string());
  }

 private:
  // Reads the sum whose number starts at `at`. Returns where to go on.
  static std::size_t read_at(const Reading& reading, std::size_t at, std::vector<Found>& out, std::size_t first) {
    const std::string_view text = reading.text;
    const bool is_digits = digit_at(text, at) || (char_at(text, at, '.') && digit_at(text, at + 1));
    if (!is_digits && letter_before(text, at)) return next(text, at);
    const auto number =
        is_digits && (digit_before(text, at) || char_before(text, at, '.')) ? std::nullopt : read_number(text, at);
    if (!number) return next(text, at);
    Named currency = named_before(text, at);
    Found found{{}, at, number->end};
    if (!currency.code.empty() && !letter_at(text, number->end)) {
      found.begin = currency.place;
    } else {
      currency = named_after(text, number->end);
      if (!currency.code.empty()) found.end = currency.place;
      if (is_digits && letter_before(text, at)) currency = {};
    }
    const bool is_bare = currency.code.empty();
    if (is_bare && (!reading.asked || !stands_alone(text, found.begin, found.end))) return number->end;

    const bool is_negative = char_before(text, found.begin, '-') && !letter_before(text, found.begin - 1);
    if (is_negative) --found.begin;
    Value amount = currency.is_cents ? hundredths(number->value, nullptr) : number->value;
    if (currency.is_cents && out.size() > first && belongs_to(out.back(), text, found.begin)) {
      Found& whole = out.back();
      whole.end = found.end;
      whole.value =
          money(hundredths(number->value, whole.value.find("amount")), whole.value.find("currency")->to_text());
      return found.end;
    }
    found.value = money(is_negative ? negative(amount) : amount, currency.code);
    out.push_back(found);
    return found.end;
  }

  // "5 dollars and 20 cents" is one sum.
  static bool belongs_to(const Found& whole, std::string_view text, std::size_t cents) {
    const std::string_view between = base::trim(text.substr(whole.end, cents - whole.end));
    return between.empty() || same_word(between, "and") || between == ",";
  }

  static std::size_t next(std::string_view text, std::size_t at) {
    base::next_code_point(text, at);
    return at;
  }
};

}  // namespace

std::unique_ptr<const Recogniser> make_money() { return std::make_unique<Money>(); }

}  // namespace parley::intents
