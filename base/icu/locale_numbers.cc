// Writes numbers, money and measures.
//
// An ICU formatter is immutable and thread-safe; formatters with a currency are created on first use. Rounding is half
// up.
// Tested by tests/base/locale_values_test.cc.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <unicode/listformatter.h>
#include <unicode/numberformatter.h>
#include <unicode/rbnf.h>

#include "base/bounded_cache.h"
#include "base/icu/locale_writers.h"
#include "base/locale_values.h"

namespace parley::base {
namespace {

using Formatter = icu::number::LocalizedNumberFormatter;
using icu::number::Precision;

using OptionalText = std::optional<std::string>;

// Doubles of 1e15 and above have few or no exact decimals, so they are not formatted.
constexpr double kFormatLimit = 1e15;

constexpr std::size_t kMaxCurrencies = 200;

Formatter formatter_of(const std::string& tag) {
  UErrorCode error = U_ZERO_ERROR;
  return icu::number::NumberFormatter::withLocale(icu::Locale::forLanguageTag(tag, error))
      .precision(Precision::maxFraction(6))
      .roundingMode(UNUM_ROUND_HALFUP)
      .sign(UNUM_SIGN_NEGATIVE);  // "0" and not "-0"
}

// Shows `decimals` decimals, or none for a whole number: "12.50", "20".
Precision decimals_unless_whole(const Precision& decimals) {
  return decimals.trailingZeroDisplay(UNUM_TRAILING_ZERO_HIDE_IF_WHOLE);
}

std::optional<icu::UnicodeString> formatted(const Formatter& formatter, const Value& number) {
  UErrorCode error = U_ZERO_ERROR;
  std::optional<icu::UnicodeString> text;
  if (const auto* whole = number.if_int()) {
    text = formatter.formatInt(*whole, error).toString(error);
  } else if (const auto* broken = number.if_double(); broken && std::abs(*broken) < kFormatLimit) {
    text = formatter.formatDouble(*broken, error).toString(error);
  }
  return U_SUCCESS(error) ? text : std::nullopt;
}

OptionalText write_number(const Formatter& formatter, const Value& number) {
  const auto text = formatted(formatter, number);
  return text ? OptionalText(plain_text(*text)) : std::nullopt;
}

class Number : public Writer {
 public:
  explicit Number(const std::string& tag) : usual_(formatter_of(tag)) {}
  OptionalText write(const Value& value, std::string_view style) const override {
    return write_number(style == "integer" ? integer_ : style == "plain" ? plain_ : usual_, value);
  }

 private:
  Formatter usual_;
  Formatter integer_ = usual_.precision(Precision::integer());
  Formatter plain_ = usual_.grouping(UNUM_GROUPING_OFF);
};

class Percent : public Writer {
 public:
  explicit Percent(const std::string& tag) : formatter_(formatter_of(tag).unit(icu::NoUnit::percent())) {}
  OptionalText write(const Value& value, std::string_view) const override { return write_number(formatter_, value); }

 private:
  Formatter formatter_;
};

class Ordinal : public Writer {
 public:
  explicit Ordinal(const std::string& tag) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::Locale locale = icu::Locale::forLanguageTag(tag, error);
    rules_ = rules_of(locale, error);
    // If ICU has no rules for the language, it has taken those of the machine's locale. Use the root locale then.
    if (std::string_view(rules_->getLocale(ULOC_VALID_LOCALE, error).getLanguage()) != locale.getLanguage()) {
      rules_ = rules_of(icu::Locale::getRoot(), error);
    }
    if (U_FAILURE(error)) rules_ = nullptr;
  }
  OptionalText write(const Value& value, std::string_view) const override {
    const auto* place = value.if_int();
    if (!rules_ || !place || *place < 0) return std::nullopt;
    icu::UnicodeString text;
    rules_->format(*place, text);
    return plain_text(text);
  }

 private:
  static std::unique_ptr<const icu::RuleBasedNumberFormat> rules_of(const icu::Locale& locale, UErrorCode& error) {
    return std::make_unique<icu::RuleBasedNumberFormat>(icu::URBNF_ORDINAL, locale, error);
  }

  std::unique_ptr<const icu::RuleBasedNumberFormat> rules_;
};

class Money : public Writer {
 public:
  explicit Money(const std::string& tag) : usual_(formatter_of(tag)) {}
  OptionalText write(const Value& value, std::string_view style) const override {
    const Value* amount = value.find("amount");
    const Value* currency = value.find("currency");
    if (!amount || !currency) return std::nullopt;
    if (currency->is_null()) return write_number(bare_, *amount);
    const std::string* code = currency->if_string();
    if (!code || !is_code(*code)) return std::nullopt;
    const auto formatter = with_currency_.get(*code + std::string(style), [&] { return make(*code, style); });
    return write_number(*formatter, *amount);
  }

 private:
  static bool is_code(std::string_view text) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return text.size() == 3 && std::all_of(text.begin(), text.end(), is_letter);
  }
  std::unique_ptr<const Formatter> make(std::string_view code, std::string_view style) const {
    UErrorCode error = U_ZERO_ERROR;
    return std::make_unique<Formatter>(usual_.unit(icu::CurrencyUnit(icu::StringPiece(code), error))
                                           .precision(decimals_unless_whole(Precision::currency(UCURR_USAGE_STANDARD)))
                                           .unitWidth(style == "code"   ? UNUM_UNIT_WIDTH_ISO_CODE
                                                      : style == "name" ? UNUM_UNIT_WIDTH_FULL_NAME
                                                                        : UNUM_UNIT_WIDTH_SHORT));
  }

  Formatter usual_;
  Formatter bare_ = usual_.precision(decimals_unless_whole(Precision::fixedFraction(2)));
  mutable BoundedCache<Formatter> with_currency_{kMaxCurrencies};
};

// Writes a number with a unit of time: "2 hours".
class TimeMeasures {
 public:
  TimeMeasures(const std::string& tag, UNumberUnitWidth width) {
    const Formatter formatter = formatter_of(tag).unitWidth(width);
    for (std::size_t i = 0; i < kDurationUnits.size(); ++i) {
      UErrorCode error = U_ZERO_ERROR;
      formatters_[i] = formatter.unit(icu::MeasureUnit::forIdentifier(icu::StringPiece(kDurationUnits[i]), error));
    }
  }
  std::optional<icu::UnicodeString> write(std::size_t unit, const Value& number) const {
    return formatted(formatters_[unit], number);
  }

 private:
  std::array<Formatter, kDurationUnits.size()> formatters_;
};

class Duration : public Writer {
 public:
  explicit Duration(const std::string& tag)
      : long_(tag, UNUM_UNIT_WIDTH_FULL_NAME, ULISTFMT_WIDTH_WIDE),
        short_(tag, UNUM_UNIT_WIDTH_SHORT, ULISTFMT_WIDTH_SHORT) {}
  OptionalText write(const Value& value, std::string_view style) const override {
    const std::string* text = value.if_string();
    const auto counts = text ? read_duration(*text) : std::nullopt;
    return counts ? (style == "short" ? short_ : long_).write(*counts) : std::nullopt;
  }

 private:
  class Wording {
   public:
    Wording(const std::string& tag, UNumberUnitWidth units, UListFormatterWidth list) : measures_(tag, units) {
      UErrorCode error = U_ZERO_ERROR;
      const icu::Locale locale = icu::Locale::forLanguageTag(tag, error);
      list_.reset(icu::ListFormatter::createInstance(locale, ULISTFMT_TYPE_UNITS, list, error));
    }
    OptionalText write(const DurationCounts& counts) const {
      std::vector<icu::UnicodeString> parts;
      const bool is_nothing = counts == DurationCounts{};
      for (std::size_t unit = 0; unit < counts.size(); ++unit) {
        if (counts[unit] == 0 && !(is_nothing && unit + 1 == counts.size())) continue;
        const auto part = measures_.write(unit, Value(std::int64_t{counts[unit]}));
        if (!part) return std::nullopt;
        parts.push_back(*part);
      }
      UErrorCode error = U_ZERO_ERROR;
      icu::UnicodeString text;
      if (list_) list_->format(parts.data(), static_cast<std::int32_t>(parts.size()), text, error);
      return list_ && U_SUCCESS(error) ? OptionalText(plain_text(text)) : std::nullopt;
    }

   private:
    TimeMeasures measures_;
    std::unique_ptr<const icu::ListFormatter> list_;
  };

  Wording long_, short_;
};

class Age : public Writer {
 public:
  explicit Age(const std::string& tag) : measures_(tag, UNUM_UNIT_WIDTH_FULL_NAME) {}
  OptionalText write(const Value& value, std::string_view) const override {
    const Value* number = value.find("number");
    const Value* unit = value.find("unit");
    const std::string* name = unit ? unit->if_string() : nullptr;
    if (!number || !name) return std::nullopt;
    const auto found = std::find(kDurationUnits.begin(), kDurationUnits.end(), *name);
    if (found == kDurationUnits.end()) return std::nullopt;
    const auto text = measures_.write(static_cast<std::size_t>(found - kDurationUnits.begin()), *number);
    return text ? OptionalText(plain_text(*text)) : std::nullopt;
  }

 private:
  TimeMeasures measures_;
};

class Temperature : public Writer {
 public:
  explicit Temperature(const std::string& tag) : formatter_(formatter_of(tag)) {}
  OptionalText write(const Value& value, std::string_view) const override {
    const Value* degrees = value.find("degrees");
    const Value* scale = value.find("scale");
    if (!degrees || !scale) return std::nullopt;
    if (scale->is_null()) return write_number(degrees_, *degrees);
    if (*scale == Value("C")) return write_number(celsius_, *degrees);
    if (*scale == Value("F")) return write_number(fahrenheit_, *degrees);
    if (*scale == Value("K")) return write_number(kelvin_, *degrees);
    return std::nullopt;
  }

 private:
  Formatter formatter_;
  Formatter degrees_ = formatter_.unit(icu::MeasureUnit::getGenericTemperature());
  Formatter celsius_ = formatter_.unit(icu::MeasureUnit::getCelsius());
  Formatter fahrenheit_ = formatter_.unit(icu::MeasureUnit::getFahrenheit());
  Formatter kelvin_ = formatter_.unit(icu::MeasureUnit::getKelvin());
};

}  // namespace

std::unique_ptr<const Writer> make_number(const std::string& tag) { return std::make_unique<Number>(tag); }
std::unique_ptr<const Writer> make_percent(const std::string& tag) { return std::make_unique<Percent>(tag); }
std::unique_ptr<const Writer> make_ordinal(const std::string& tag) { return std::make_unique<Ordinal>(tag); }
std::unique_ptr<const Writer> make_money(const std::string& tag) { return std::make_unique<Money>(tag); }
std::unique_ptr<const Writer> make_duration(const std::string& tag) { return std::make_unique<Duration>(tag); }
std::unique_ptr<const Writer> make_age(const std::string& tag) { return std::make_unique<Age>(tag); }
std::unique_ptr<const Writer> make_temperature(const std::string& tag) { return std::make_unique<Temperature>(tag); }

}  // namespace parley::base
