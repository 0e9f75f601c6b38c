// Writers format a value of one type in one language. There is one for each of Locale::types().
//
// base/icu/locale_numbers.cc writes numbers, money and measures. base/icu/locale_days.cc writes dates, times and their
// ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parley/value.h"

namespace parley::base {

// Thread-safe; immutable from the outside.
class Writer {
 public:
  virtual ~Writer() = default;

  // Returns nullopt when `value` is not of the type. `style` is a style that Locale::is_style() accepts for the type,
  // or empty.
  virtual std::optional<std::string> write(const Value& value, std::string_view style) const = 0;
};

// `tag` is the canonical tag of a locale.
std::unique_ptr<const Writer> make_number(const std::string& tag);
std::unique_ptr<const Writer> make_percent(const std::string& tag);
std::unique_ptr<const Writer> make_ordinal(const std::string& tag);
std::unique_ptr<const Writer> make_money(const std::string& tag);
std::unique_ptr<const Writer> make_duration(const std::string& tag);
std::unique_ptr<const Writer> make_age(const std::string& tag);
std::unique_ptr<const Writer> make_temperature(const std::string& tag);

std::unique_ptr<const Writer> make_date(const std::string& tag);
std::unique_ptr<const Writer> make_time(const std::string& tag);
std::unique_ptr<const Writer> make_datetime(const std::string& tag);
std::unique_ptr<const Writer> make_date_range(const std::string& tag);
std::unique_ptr<const Writer> make_time_range(const std::string& tag);
std::unique_ptr<const Writer> make_datetime_range(const std::string& tag);

// Whether the short date format puts the day before the month (locale_days.cc).
bool day_first(const std::string& tag);

// Converts UTF-16 to UTF-8 and replaces special spaces with the ASCII space, which every channel displays.
std::string with_plain_spaces(std::u16string_view text);

// Converts an ICU string in the same way. This function is a template, so that the header needs no ICU.
template <class UnicodeString>
std::string plain_text(const UnicodeString& text) {
  return with_plain_spaces({text.getBuffer(), static_cast<std::size_t>(text.length())});
}

}  // namespace parley::base
