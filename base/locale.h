// Locale writes numbers, dates, money and lists in a language, with ICU's data (CLDR). Only base/icu uses ICU. A build
// without PARLEY_LOCALES has only English, from base/english.
//
// find() creates one instance per tag and shares it. Immutable and thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::base {

class Locale {
 public:
  // Returns the locale of a BCP 47 tag such as "en", "de-AT" or "zh-Hant", in any case, with "-" or "_". Returns null
  // when the tag is malformed or ICU does not have its language. When ICU lacks the exact locale, returns the nearest
  // one. Ignores extensions ("-u-nu-thai"). Recently used locales are cached.
  static std::shared_ptr<const Locale> find(std::string_view tag);
  static const char* hint();  // what find() accepts, for the hint of a diagnostic
  virtual ~Locale() = default;

  // The canonical tag, such as "en" or "de-AT".
  virtual const std::string& tag() const = 0;

  // Writes a value of one of types() for people: ("2026-03-02", "date") gives "March 2, 2026". `style` is a style that
  // is_style() accepts, or empty for the form that fits best in a sentence. A value of another type is written with
  // to_text(). The result contains no white space except ASCII spaces.
  virtual std::string say(const Value& value, std::string_view type, std::string_view style = {}) const = 0;

  // Joins `items` as "a, b, and c" or "a, b, or c".
  virtual std::string all_of(const std::vector<std::string>& items) const = 0;
  virtual std::string one_of(const std::vector<std::string>& items) const = 0;

  // Whether 3/4 means April 3 in this locale, not March 4.
  virtual bool day_first() const = 0;

  // Returns the CLDR plural form of `number`: "zero", "one", "two", "few", "many" or "other". With `ordinal`, returns
  // the form for "1st", "2nd".
  virtual std::string_view plural(double number, bool ordinal = false) const = 0;

  // The built-in types that have a localized form.
  static const std::vector<std::string>& types();
  static bool is_style(std::string_view type, std::string_view style);
};

}  // namespace parley::base
