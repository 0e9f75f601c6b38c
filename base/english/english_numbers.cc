// Tested by tests/base/english_locale_test.cc. The test compares it with ICU.
#include "base/english/english_numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/locale_values.h"

namespace parley::base::english {
namespace {

// Larger doubles have no exact decimals, so they are written unchanged.
constexpr double kFormatLimit = 1e15;

struct Currency {
  std::string_view code, symbol, one, many;
};
constexpr std::array kCurrencies{
    Currency{"AUD", "A$", "Australian dollar", "Australian dollars"},
    Currency{"BRL", "R$", "Brazilian real", "Brazilian reals"},
    Currency{"CAD", "CA$", "Canadian dollar", "Canadian dollars"},
    Currency{"CHF", {}, "Swiss franc", "Swiss francs"},
    Currency{"CNY", "CN\u00A5", "Chinese yuan", "Chinese yuan"},
    Currency{"EUR", "\u20AC", "euro", "euros"},
    Currency{"GBP", "\u00A3", "British pound", "British pounds"},
    Currency{"HKD", "HK$", "Hong Kong dollar", "Hong Kong dollars"},
    Currency{"ILS", "\u20AA", "Israeli new shekel", "Israeli new shekels"},
    Currency{"INR", "\u20B9", "Indian rupee", "Indian rupees"},
    Currency{"JPY", "\u00A5", "Japanese yen", "Japanese yen"},
    Currency{"KRW", "\u20A9", "South Korean won", "South Korean won"},
    Currency{"MXN", "MX$", "Mexican peso", "Mexican pesos"},
    Currency{"NZD", "NZ$", "New Zealand dollar", "New Zealand dollars"},
    Currency{"TWD", "NT$", "New Taiwan dollar", "New Taiwan dollars"},
    Currency{"USD", "$", "US dollar", "US dollars"},
    Currency{"VND", "\u20AB", "Vietnamese dong", "Vietnamese dong"},
};

// Currencies that do not have two decimals (CLDR).
constexpr std::string_view kWithoutDecimals =
    "ADP AFN ALL BIF BYR CLP DJF ESP GNF IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF MMK MRO PYG RSD RWF SLL "
    "SOS STD SYP TMM TRL UGX UYI VND VUV XAF XOF XPF YER ZMK ZWD";
constexpr std::string_view kThreeDecimals = "BHD JOD KWD LYD OMR TND";
constexpr std::string_view kFourDecimals = "CLF UYW";

struct Unit {
  std::string_view name, short_one, short_many;
};
constexpr std::array<Unit, kDurationUnits.size()> kUnits{{{"year", "yr", "yrs"},
                                                          {"month", "mth", "mths"},
                                                          {"week", "wk", "wks"},
                                                          {"day", "day", "days"},
                                                          {"hour", "hr", "hr"},
                                                          {"minute", "min", "min"},
                                                          {"second", "sec", "sec"}}};

// The decimal digits of a number without its sign.
struct Digits {
  std::string whole, fraction;
  bool is_negative = false;
};

std::optional<Digits> digits_of(const Value& value) {
  std::array<char, 400> buffer{};
  std::to_chars_result end{};
  if (const auto* integer = value.if_int()) {
    end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *integer);
  } else if (const auto* real = value.if_double(); real && std::abs(*real) < kFormatLimit) {
    end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), *real, std::chars_format::fixed);
  } else {
    return std::nullopt;
  }
  Digits digits;
  digits.whole.assign(buffer.data(), end.ptr);
  if (digits.whole.front() == '-') {
    digits.is_negative = true;
    digits.whole.erase(0, 1);
  }
  if (const std::size_t point = digits.whole.find('.'); point != std::string::npos) {
    digits.fraction = digits.whole.substr(point + 1);
    digits.whole.resize(point);
  }
  return digits;
}

void round_half_up(Digits& digits, std::size_t decimals) {
  if (digits.fraction.size() <= decimals) return;
  bool carry = digits.fraction[decimals] >= '5';
  digits.fraction.resize(decimals);
  const auto add_carry = [&](std::string& text) {
    for (auto digit = text.rbegin(); digit != text.rend() && carry; ++digit) {
      carry = *digit == '9';
      *digit = carry ? '0' : static_cast<char>(*digit + 1);
    }
  };
  add_carry(digits.fraction);
  add_carry(digits.whole);
  if (carry) digits.whole.insert(0, 1, '1');
}

bool has_code(std::string_view codes, std::string_view code) { return codes.find(code) != std::string_view::npos; }

Decimals decimals_of(std::string_view currency) {
  const int count = has_code(kWithoutDecimals, currency) ? 0
                    : has_code(kThreeDecimals, currency) ? 3
                    : has_code(kFourDecimals, currency)  ? 4
                                                         : 2;
  return {count, count};
}

std::string after_sign(const std::string& number, std::string_view text) {
  const std::size_t sign = number.front() == '-' ? 1 : 0;
  return std::string(number).insert(sign, text);
}

bool is_one(std::string_view number) { return number == "1" || number == "-1"; }

std::optional<std::string> code_of(const Value& currency) {
  const std::string* text = currency.if_string();
  if (!text || text->size() != 3) return std::nullopt;
  std::string code(*text);
  for (char& c : code) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (c < 'A' || c > 'Z') return std::nullopt;
  }
  return code;
}

std::string with_unit(const std::string& number, std::size_t unit, bool is_short) {
  const Unit& names = kUnits[unit];
  std::string text = number + ' ';
  if (is_short) return text.append(is_one(number) ? names.short_one : names.short_many);
  return text.append(names.name).append(is_one(number) ? "" : "s");
}

}  // namespace

OptionalText number(const Value& value, Decimals decimals, bool with_commas) {
  auto digits = digits_of(value);
  if (!digits) return std::nullopt;
  round_half_up(*digits, static_cast<std::size_t>(decimals.max));
  std::string& fraction = digits->fraction;
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (!fraction.empty() && fraction.size() < static_cast<std::size_t>(decimals.min)) {
    fraction.resize(static_cast<std::size_t>(decimals.min), '0');
  }
  std::string text = digits->whole;
  if (with_commas) {
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  }
  if (!fraction.empty()) text += '.' + fraction;
  const bool is_zero = text == "0";
  return digits->is_negative && !is_zero ? '-' + text : text;
}

std::string_view ordinal_form(double number) {
  if (!(std::abs(number) < kFormatLimit) || number != std::floor(number)) return "other";
  const auto last = static_cast<int>(std::fmod(std::abs(number), 100));
  if (last / 10 == 1) return "other";
  constexpr std::array<std::string_view, 4> kForms{"other", "one", "two", "few"};
  return last % 10 < 4 ? kForms[static_cast<std::size_t>(last % 10)] : "other";
}

OptionalText ordinal(const Value& value) {
  const auto* place = value.if_int();
  if (!place || *place < 0) return std::nullopt;
  const std::string_view form = ordinal_form(static_cast<double>(*place % 100));
  return *number(value) + (form == "one" ? "st" : form == "two" ? "nd" : form == "few" ? "rd" : "th");
}

OptionalText money(const Value& value, std::string_view style) {
  const Value* amount = value.find("amount");
  const Value* currency = value.find("currency");
  if (!amount || !currency) return std::nullopt;
  if (currency->is_null()) return number(*amount, {2, 2});
  const auto code = code_of(*currency);
  const auto text = code ? number(*amount, decimals_of(*code)) : std::nullopt;
  if (!text) return std::nullopt;
  const auto known =
      std::find_if(kCurrencies.begin(), kCurrencies.end(), [&](const Currency& each) { return each.code == *code; });
  const bool is_known = known != kCurrencies.end();
  if (style == "name") return *text + ' ' + std::string(!is_known ? *code : is_one(*text) ? known->one : known->many);
  if (style == "code" || !is_known || known->symbol.empty()) return after_sign(*text, *code + ' ');
  return after_sign(*text, known->symbol);
}

OptionalText duration(const Value& value, bool is_short) {
  const std::string* text = value.if_string();
  const auto counts = text ? read_duration(*text) : std::nullopt;
  if (!counts) return std::nullopt;
  std::vector<std::string> parts;
  const bool is_zero_duration = *counts == DurationCounts{};
  for (std::size_t unit = 0; unit < counts->size(); ++unit) {
    if ((*counts)[unit] == 0 && !(is_zero_duration && unit + 1 == counts->size())) continue;
    parts.push_back(with_unit(*number(Value(std::int64_t{(*counts)[unit]})), unit, is_short));
  }
  return list(parts, {});
}

OptionalText age(const Value& value) {
  const Value* count = value.find("number");
  const Value* unit = value.find("unit");
  const std::string* name = unit ? unit->if_string() : nullptr;
  if (!count || !name) return std::nullopt;
  const auto found = std::find(kDurationUnits.begin(), kDurationUnits.end(), *name);
  const auto text = found == kDurationUnits.end() ? std::nullopt : number(*count);
  if (!text) return std::nullopt;
  return with_unit(*text, static_cast<std::size_t>(found - kDurationUnits.begin()), /*is_short=*/false);
}

OptionalText temperature(const Value& value) {
  const Value* degrees = value.find("degrees");
  const Value* scale = value.find("scale");
  const auto text = degrees && scale ? number(*degrees) : std::nullopt;
  if (!text) return std::nullopt;
  if (scale->is_null()) return *text + "\u00B0";
  if (*scale == Value("C")) return *text + "\u00B0" + "C";
  if (*scale == Value("F")) return *text + "\u00B0" + "F";
  if (*scale == Value("K")) return *text + " K";
  return std::nullopt;
}

std::string list(const std::vector<std::string>& items, std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool is_last = i + 1 == items.size();
    if (i > 0) text += word.empty() || items.size() > 2 ? ", " : " ";
    if (i > 0 && is_last && !word.empty()) text.append(word).append(" ");
    text += items[i];
  }
  return text;
}

}  // namespace parley::base::english
