// Writes dates, times, and ranges of dates and times.
//
// Values are wall clock times without a zone: the code reads and writes them as UTC. The calendar is the one that the
// locale customarily uses. A Gregorian calendar is proleptic: it also covers dates before 1582.
//
// An ICU format is expensive to create, so it is created on first use. Formatting does not change it.
// Tested by tests/base/locale_values_test.cc.
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <unicode/dtitvfmt.h>
#include <unicode/gregocal.h>
#include <unicode/simpleformatter.h>
#include <unicode/smpdtfmt.h>

#include "base/bounded_cache.h"
#include "base/icu/locale_writers.h"
#include "base/locale_values.h"

namespace parley::base {
namespace {

using OptionalText = std::optional<std::string>;

constexpr std::size_t kMaxFormats = 32;

using Kind = MomentKind;

std::unique_ptr<icu::Calendar> calendar_of(const icu::Locale& locale) {
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<icu::Calendar> calendar(icu::Calendar::createInstance(*icu::TimeZone::getGMT(), locale, error));
  if (auto* gregorian = dynamic_cast<icu::GregorianCalendar*>(calendar.get())) {
    gregorian->setGregorianChange(U_DATE_MIN, error);
  }
  return U_SUCCESS(error) ? std::move(calendar) : nullptr;
}

// Writes the types date, time and datetime.
class Moments : public Writer {
 public:
  Moments(const std::string& tag, Kind kind) : kind_(kind) {
    UErrorCode error = U_ZERO_ERROR;
    locale_ = icu::Locale::forLanguageTag(tag, error);
    calendar_ = calendar_of(locale_);
  }

  OptionalText write(const Value& value, std::string_view style) const override {
    const auto moment = read_moment(value, kind_);
    const auto text = moment ? formatted(*moment, style) : std::nullopt;
    return text ? OptionalText(plain_text(*text)) : std::nullopt;
  }

  std::optional<icu::UnicodeString> formatted(const Moment& moment, std::string_view style = {}) const {
    const auto format = formats_.get((moment.has_seconds ? "s" : "m") + std::string(style),
                                     [&] { return make(style, moment.has_seconds); });
    if (!format) return std::nullopt;
    icu::UnicodeString text;
    return format->format(static_cast<UDate>(moment.at), text);
  }

 private:
  std::unique_ptr<icu::DateFormat> make(std::string_view style, bool has_seconds) const {
    if (!calendar_) return nullptr;
    std::unique_ptr<icu::DateFormat> format;
    if (style.substr(0, kSkeleton.size()) == kSkeleton) {
      UErrorCode error = U_ZERO_ERROR;
      const auto skeleton = icu::UnicodeString::fromUTF8(icu::StringPiece(style.substr(kSkeleton.size())));
      format.reset(icu::DateFormat::createInstanceForSkeleton(skeleton, locale_, error));
      if (U_FAILURE(error)) return nullptr;
    } else {
      using icu::DateFormat;
      const auto day = style == "short"    ? DateFormat::kShort
                       : style == "medium" ? DateFormat::kMedium
                       : style == "full"   ? DateFormat::kFull
                                           : DateFormat::kLong;
      const bool with_seconds = has_seconds || (kind_ == Kind::kTime && style == "medium");
      const auto clock = with_seconds ? DateFormat::kMedium : DateFormat::kShort;
      format.reset(DateFormat::createDateTimeInstance(kind_ == Kind::kTime ? DateFormat::kNone : day,
                                                      kind_ == Kind::kDate ? DateFormat::kNone : clock, locale_));
    }
    if (format) format->setCalendar(*calendar_);
    return format;
  }

  Kind kind_;
  icu::Locale locale_;
  std::unique_ptr<const icu::Calendar> calendar_;
  mutable BoundedCache<icu::DateFormat> formats_{kMaxFormats};
};

// Writes date_range, time_range and datetime_range: {"from": ..., "to": ...}; null marks an open side.
class Ranges : public Writer {
 public:
  Ranges(const std::string& tag, Kind kind) : kind_(kind), locale_tag_(tag), sides_(tag, kind) {
    UErrorCode error = U_ZERO_ERROR;
    locale_ = icu::Locale::forLanguageTag(tag, error);
    calendar_ = calendar_of(locale_);
    icu::UnicodeString joint;
    icu::DateIntervalInfo(locale_, error).getFallbackIntervalPattern(joint);
    joint_ = icu::SimpleFormatter(joint, 2, 2, error);
  }

  OptionalText write(const Value& value, std::string_view style) const override {
    const Value* from = value.find("from");
    const Value* to = value.find("to");
    if (!from || !to || (from->is_null() && to->is_null())) return std::nullopt;
    const auto begin = read_moment(*from, kind_), end = read_moment(*to, kind_);
    if ((!begin && !from->is_null()) || (!end && !to->is_null())) return std::nullopt;
    if (!end) return half_open(*begin, OpenSide::kEnd, style);
    if (!begin) return half_open(*end, OpenSide::kBeginning, style);
    // together() writes the fields that both sides share only once. That is wrong for a night range, which ends before
    // it begins.
    return begin->at <= end->at ? together(*begin, *end) : apart(*begin, *end);
  }

 private:
  // A day stands with its weekday: "since Monday, March 9, 2026".
  OptionalText half_open(const Moment& side, OpenSide open, std::string_view style) const {
    const auto text = sides_.formatted(side, kind_ == Kind::kDate ? "full" : "");
    return text ? OptionalText(open_range(locale_tag_, open, style, plain_text(*text))) : std::nullopt;
  }

  OptionalText together(const Moment& begin, const Moment& end) const {
    const auto format = format_of(begin.has_seconds || end.has_seconds);
    if (!format || !calendar_) return std::nullopt;
    UErrorCode error = U_ZERO_ERROR;
    const std::unique_ptr<icu::Calendar> from(calendar_->clone()), to(calendar_->clone());
    from->setTime(static_cast<UDate>(begin.at), error);
    to->setTime(static_cast<UDate>(end.at), error);
    icu::UnicodeString text;
    icu::FieldPosition nowhere;
    format->format(*from, *to, text, nowhere, error);
    return U_SUCCESS(error) ? OptionalText(plain_text(text)) : std::nullopt;
  }

  OptionalText apart(const Moment& begin, const Moment& end) const {
    const auto from = sides_.formatted(begin), to = sides_.formatted(end);
    if (!from || !to) return std::nullopt;
    UErrorCode error = U_ZERO_ERROR;
    icu::UnicodeString text;
    joint_.format(*from, *to, text, error);
    return U_SUCCESS(error) ? OptionalText(plain_text(text)) : std::nullopt;
  }

  std::shared_ptr<const icu::DateIntervalFormat> format_of(bool has_seconds) const {
    const std::string day = kind_ == Kind::kTime ? "" : "yMMMMd";
    const std::string clock = kind_ == Kind::kDate ? "" : has_seconds ? "jms" : "jm";
    return formats_.get(day + clock, [&]() -> std::unique_ptr<icu::DateIntervalFormat> {
      UErrorCode error = U_ZERO_ERROR;
      std::unique_ptr<icu::DateIntervalFormat> format(
          icu::DateIntervalFormat::createInstance(icu::UnicodeString::fromUTF8(day + clock), locale_, error));
      if (U_FAILURE(error)) return nullptr;
      format->setTimeZone(*icu::TimeZone::getGMT());
      return format;
    });
  }

  Kind kind_;
  std::string locale_tag_;
  Moments sides_;
  icu::Locale locale_;
  std::unique_ptr<const icu::Calendar> calendar_;
  icu::SimpleFormatter joint_;
  mutable BoundedCache<icu::DateIntervalFormat> formats_{kMaxFormats};
};

}  // namespace

std::unique_ptr<const Writer> make_date(const std::string& tag) { return std::make_unique<Moments>(tag, Kind::kDate); }
std::unique_ptr<const Writer> make_time(const std::string& tag) { return std::make_unique<Moments>(tag, Kind::kTime); }
std::unique_ptr<const Writer> make_datetime(const std::string& tag) {
  return std::make_unique<Moments>(tag, Kind::kDatetime);
}
std::unique_ptr<const Writer> make_date_range(const std::string& tag) {
  return std::make_unique<Ranges>(tag, Kind::kDate);
}
std::unique_ptr<const Writer> make_time_range(const std::string& tag) {
  return std::make_unique<Ranges>(tag, Kind::kTime);
}
std::unique_ptr<const Writer> make_datetime_range(const std::string& tag) {
  return std::make_unique<Ranges>(tag, Kind::kDatetime);
}

bool day_first(const std::string& tag) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Locale locale = icu::Locale::forLanguageTag(tag, error);
  const std::unique_ptr<icu::DateFormat> format(icu::DateFormat::createDateInstance(icu::DateFormat::kShort, locale));
  const auto* simple = dynamic_cast<const icu::SimpleDateFormat*>(format.get());
  if (U_FAILURE(error) || !simple) return false;
  icu::UnicodeString pattern;
  simple->toPattern(pattern);
  return pattern.indexOf(u'd') < pattern.indexOf(u'M');
}

}  // namespace parley::base
