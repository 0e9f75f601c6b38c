// Tested by tests/base/english_locale_test.cc. The test compares it with ICU.
#include "base/english/english_days.h"

#include <array>

#include "base/time.h"

namespace parley::base::english {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                "Thursday", "Friday", "Saturday"};
constexpr std::size_t kAbbreviationLength = 3;
constexpr TimeMs kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;
constexpr std::string_view kDash = " \u2013 ";

// The number of letters of each field in a CLDR skeleton. `hour` is the letter j, h or H, or 0.
struct Fields {
  int year = 0, month = 0, day = 0, weekday = 0, minutes = 0, seconds = 0;
  char hour = '\0';

  bool has_day() const { return year + month + day + weekday > 0; }
  bool has_clock() const { return hour != '\0'; }
};

std::optional<Fields> parse_skeleton(std::string_view skeleton) {
  Fields fields;
  char last = '\0';
  std::string seen;
  for (const char c : skeleton) {
    if (c != last && seen.find(c) != std::string::npos) return std::nullopt;
    seen += last = c;
    switch (c) {
      case 'y': ++fields.year; break;
      case 'M': ++fields.month; break;
      case 'd': ++fields.day; break;
      case 'E': ++fields.weekday; break;
      case 'm': ++fields.minutes; break;
      case 's': ++fields.seconds; break;
      case 'j':
      case 'h':
      case 'H':
        if (fields.hour) return std::nullopt;
        fields.hour = c;
        break;
      default: return std::nullopt;
    }
  }
  const bool is_year_alone = fields.month == 0 && fields.day == 0 && fields.weekday == 0;
  const bool is_valid_date = fields.year <= 2 && fields.month <= 4 && fields.day <= 1 && fields.weekday <= 4 &&
                             (fields.year == 0 || fields.month > 0 || is_year_alone) &&
                             (fields.month == 0 || fields.weekday == 0 || fields.day > 0);
  const bool is_valid_clock = (fields.minutes == 0 || fields.has_clock()) &&
                              (fields.seconds == 0 || fields.minutes > 0) && fields.minutes <= 1 && fields.seconds <= 1;
  return is_valid_date && is_valid_clock && (fields.has_day() || fields.has_clock()) ? std::optional(fields)
                                                                                     : std::nullopt;
}

std::string padded(int number, int digits = 2) {
  std::string text = std::to_string(number);
  return text.size() < static_cast<std::size_t>(digits)
             ? text.insert(0, static_cast<std::size_t>(digits) - text.size(), '0')
             : text;
}

struct Parts {
  Civil civil;
  std::string_view weekday;
  int hour, minute, second;

  explicit Parts(TimeMs at) {
    TimeMs days = at / kDay;
    if (at % kDay < 0) --days;
    const TimeMs rest = at - days * kDay;
    civil = civil_from_days(days);
    weekday = kDays[static_cast<std::size_t>(base::weekday(days))];
    hour = static_cast<int>(rest / kHour);
    minute = static_cast<int>(rest % kHour / kMinute);
    second = static_cast<int>(rest % kMinute / kSecond);
  }
};

std::string day_text(const Parts& at, const Fields& fields) {
  const std::string weekday(fields.weekday == 0   ? std::string_view()
                            : fields.weekday == 4 ? at.weekday
                                                  : at.weekday.substr(0, kAbbreviationLength));
  const std::string day = fields.day > 0 ? std::to_string(at.civil.day) : "";
  const std::string year = fields.year == 0   ? ""
                           : fields.year == 2 ? padded(at.civil.year % 100)
                                              : std::to_string(at.civil.year);
  if (fields.month == 0) {
    if (!year.empty()) return year;
    return day.empty() ? weekday : weekday.empty() ? day : day + ' ' + weekday;
  }
  std::string text = weekday.empty() ? "" : weekday + ", ";
  if (fields.month <= 2) {
    text += padded(at.civil.month, fields.month);
    if (!day.empty()) text += '/' + day;
    return year.empty() ? text : text + '/' + year;
  }
  const std::string_view month = kMonths[static_cast<std::size_t>(at.civil.month - 1)];
  text += fields.month == 4 ? month : month.substr(0, kAbbreviationLength);
  if (!day.empty()) text += ' ' + day;
  if (year.empty()) return text;
  return text + (day.empty() ? " " : ", ") + year;
}

std::string am_or_pm(const Parts& at) { return at.hour < 12 ? " AM" : " PM"; }

std::string clock_text(const Parts& at, const Fields& fields, bool with_am_pm = true) {
  const bool is_24 = fields.hour == 'H';
  const int twelve = at.hour % 12 == 0 ? 12 : at.hour % 12;
  std::string text = is_24 ? padded(at.hour) : std::to_string(twelve);
  if (fields.minutes > 0) text += ':' + padded(at.minute);
  if (fields.seconds > 0) text += ':' + padded(at.second);
  return is_24 || !with_am_pm ? text : text + am_or_pm(at);
}

std::string text_of(TimeMs instant, const Fields& fields) {
  const Parts at(instant);
  if (!fields.has_clock()) return day_text(at, fields);
  if (!fields.has_day()) return clock_text(at, fields);
  return day_text(at, fields) + (fields.month == 4 ? " at " : ", ") + clock_text(at, fields);
}

Fields fields_of_style(std::string_view style, MomentKind kind, bool has_seconds) {
  Fields fields;
  if (kind != MomentKind::kTime) {
    fields.year = style == "short" ? 2 : 1;
    fields.month = style == "short" ? 1 : style == "medium" ? 3 : 4;
    fields.day = 1;
    fields.weekday = style == "full" ? 4 : 0;
  }
  if (kind != MomentKind::kDate) {
    fields.hour = 'j';
    fields.minutes = 1;
    fields.seconds = has_seconds || (kind == MomentKind::kTime && style == "medium") ? 1 : 0;
  }
  return fields;
}

bool is_same_day(const Parts& a, const Parts& b) {
  return a.civil.year == b.civil.year && a.civil.month == b.civil.month && a.civil.day == b.civil.day;
}

// Formats an interval. Fields that both ends share are written once, as in the interval formats of CLDR.
std::string format_interval(TimeMs begin, TimeMs end, const Fields& fields) {
  const Parts from(begin), to(end);
  if (begin == end) return text_of(begin, fields);
  if (!fields.has_clock()) {
    if (from.civil.year != to.civil.year) return day_text(from, fields).append(kDash).append(day_text(to, fields));
    Fields without_year = fields, day_only;
    without_year.year = 0;
    day_only.day = 1;
    const std::string last = day_text(to, from.civil.month == to.civil.month ? day_only : without_year);
    return day_text(from, without_year).append(kDash).append(last).append(", ") + std::to_string(to.civil.year);
  }
  if (!is_same_day(from, to)) return text_of(begin, fields).append(kDash).append(text_of(end, fields));
  const bool is_same_am_pm = am_or_pm(from) == am_or_pm(to);
  // CLDR writes "at" only before a single time.
  const std::string day = fields.has_day() ? day_text(from, fields) + ", " : "";
  const bool with_am_pm = !is_same_am_pm || fields.seconds > 0;
  return day + clock_text(from, fields, with_am_pm).append(kDash).append(clock_text(to, fields));
}

}  // namespace

std::optional<std::string> moment(const Value& value, MomentKind kind, std::string_view style) {
  const auto read = read_moment(value, kind);
  if (!read) return std::nullopt;
  if (style.substr(0, kSkeleton.size()) != kSkeleton) {
    return text_of(read->at, fields_of_style(style, kind, read->has_seconds));
  }
  const auto fields = parse_skeleton(style.substr(kSkeleton.size()));
  return fields ? std::optional(text_of(read->at, *fields)) : std::nullopt;
}

std::optional<std::string> range(const Value& value, MomentKind kind, std::string_view style) {
  const Value* from = value.find("from");
  const Value* to = value.find("to");
  if (!from || !to || (from->is_null() && to->is_null())) return std::nullopt;
  const auto begin = read_moment(*from, kind), end = read_moment(*to, kind);
  if ((!begin && !from->is_null()) || (!end && !to->is_null())) return std::nullopt;
  if (!begin || !end) {
    const Moment& side = begin ? *begin : *end;
    const std::string text =
        text_of(side.at, fields_of_style(kind == MomentKind::kDate ? "full" : "", kind, side.has_seconds));
    return open_range("en", begin ? OpenSide::kEnd : OpenSide::kBeginning, style, text);
  }
  if (begin->at <= end->at) {
    return format_interval(begin->at, end->at, fields_of_style({}, kind, begin->has_seconds || end->has_seconds));
  }
  // A range across midnight ends before it begins. Both ends are written in full.
  return text_of(begin->at, fields_of_style({}, kind, begin->has_seconds))
      .append(kDash)
      .append(text_of(end->at, fields_of_style({}, kind, end->has_seconds)));
}

bool can_write_fields(std::string_view skeleton) { return parse_skeleton(skeleton).has_value(); }

}  // namespace parley::base::english
