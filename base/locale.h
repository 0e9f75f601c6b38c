// Locale: how a language writes numbers, days, money and lists. ICU's data (CLDR) know it, and this is the one place
// that uses ICU.
//
// Made once for a tag and shared: immutable and thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/value.h"

namespace parley::base {

class Locale {
 public:
  // Of a BCP 47 tag such as "en", "de-AT" or "zh-Hant", whatever its case, also with "_". Null when the tag is not well
  // formed or its language is none that ICU has. A locale that ICU does not have is the nearest one; extensions
  // ("-u-nu-thai") are left out. The last ones found are kept: the next time is cheap.
  static std::shared_ptr<const Locale> find(std::string_view tag);
  virtual ~Locale() = default;

  // The canonical tag: "en", "de-AT".
  virtual const std::string& tag() const = 0;

  // A value of one of types() as people write it: ("2026-03-02", "date") is "March 2, 2026". `style` is one of
  // is_style(), or empty for what does best in a sentence. What is not of that type is said plainly, as it stands.
  // The only white space is the ASCII space.
  virtual std::string say(const Value& value, std::string_view type, std::string_view style = {}) const = 0;

  // "a, b, and c"; "a, b, or c".
  virtual std::string all_of(const std::vector<std::string>& items) const = 0;
  virtual std::string one_of(const std::vector<std::string>& items) const = 0;

  // Whether 3/4 is the third of April there, and not March 4.
  virtual bool day_first() const = 0;

  // Which of CLDR's plural forms a number takes: "zero", "one", "two", "few", "many" or "other"; as an ordinal, the one
  // of "1st", "2nd".
  virtual std::string_view plural(double number, bool ordinal = false) const = 0;

  // The built-in types that are written otherwise than as they stand.
  static const std::vector<std::string>& types();
  static bool is_style(std::string_view type, std::string_view style);
};

}  // namespace parley::base
