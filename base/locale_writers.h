// Writers: how a value of one type is written in one language. One for each of Locale::types().
//
// What belongs together is written together: numbers, money and measures in base/locale_numbers.cc, days and hours in
// base/locale_days.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "parley/value.h"

namespace parley::base {

// Immutable to those who use it, and thread-safe.
class Writer {
 public:
  virtual ~Writer() = default;

  // None when `value` is not of the type. `style` is one that Locale::is_style() has for the type, or empty.
  virtual std::optional<std::string> write(const Value& value, std::string_view style) const = 0;
};

// Of the canonical tag of a locale.
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

// Of the short form of a date there (locale_days.cc).
bool day_first(const std::string& tag);

// A style that names the fields to show by CLDR's letters for them: "::MMMEd".
constexpr std::string_view kSkeleton = "::";

// UTF-16 as UTF-8, its many kinds of spaces as the one that every channel shows and every test can type.
std::string with_plain_spaces(std::u16string_view text);

}  // namespace parley::base
