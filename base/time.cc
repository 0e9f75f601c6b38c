#include "base/time.h"

#include <array>
#include <charconv>

namespace parley::base {
namespace {

constexpr TimeMs kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;

// Reads decimal fields of fixed width from the front of a text.
class Fields {
 public:
  explicit Fields(std::string_view text) : text_(text) {}

  std::optional<int> digits(std::size_t width) {
    if (text_.size() < width) return std::nullopt;
    int value = 0;
    for (char c : text_.substr(0, width)) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    text_.remove_prefix(width);
    return value;
  }
  bool take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  // Reads ".25" as 250 and drops digits after the third. Returns 0 when there is no fraction.
  std::optional<int> milliseconds() {
    if (!take('.')) return 0;
    int value = 0, scale = 100;
    if (text_.empty() || text_.front() < '0' || text_.front() > '9') return std::nullopt;
    while (auto digit = digits(1)) {
      value += *digit * scale;
      scale /= 10;
    }
    return value;
  }
  bool at_end() const { return text_.empty(); }

 private:
  std::string_view text_;
};

// Reads "Z", "+01:00" or "-05:30". An empty rest means UTC.
std::optional<TimeMs> zone_offset(Fields& fields) {
  if (fields.at_end() || fields.take('Z')) return 0;
  const bool east = fields.take('+');
  if (!east && !fields.take('-')) return std::nullopt;
  const auto hour = fields.digits(2);
  if (!hour || *hour > 14 || !fields.take(':')) return std::nullopt;
  const auto minute = fields.digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  const TimeMs offset = *hour * kHour + *minute * kMinute;
  return east ? offset : -offset;
}

void put_digits(std::string& out, std::size_t at, std::size_t width, int value) {
  for (std::size_t i = at + width; i-- > at; value /= 10) out[i] = static_cast<char>('0' + value % 10);
}

}  // namespace

std::optional<TimeMs> parse_iso8601(std::string_view text) {
  Fields fields(text);
  const auto year = fields.digits(4);
  if (!year || !fields.take('-')) return std::nullopt;
  const auto month = fields.digits(2);
  if (!month || !fields.take('-')) return std::nullopt;
  const auto day = fields.digits(2);
  if (!day || !valid_date(*year, *month, *day)) return std::nullopt;
  const TimeMs midnight = days_from_civil(*year, *month, *day) * kDay;
  if (fields.at_end()) return midnight;

  if (!fields.take('T') && !fields.take(' ')) return std::nullopt;
  const auto hour = fields.digits(2);
  if (!hour || *hour > 23 || !fields.take(':')) return std::nullopt;
  const auto minute = fields.digits(2);
  if (!minute || *minute > 59) return std::nullopt;
  int second = 0;
  if (fields.take(':')) {
    const auto read = fields.digits(2);
    if (!read || *read > 59) return std::nullopt;
    second = *read;
  }
  const auto fraction = fields.milliseconds();
  if (!fraction) return std::nullopt;
  const auto offset = zone_offset(fields);
  if (!offset || !fields.at_end()) return std::nullopt;
  return midnight + *hour * kHour + *minute * kMinute + second * kSecond + *fraction - *offset;
}

std::string format_iso8601(TimeMs at) {
  long long days = at / kDay;
  TimeMs rest = at % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  const Civil date = civil_from_days(days);
  const auto of = [&](TimeMs unit, TimeMs most) { return static_cast<int>(rest / unit % most); };
  const bool is_usual = date.year >= 0 && date.year <= 9999;
  std::string out = is_usual ? "0000" : std::to_string(date.year);
  if (is_usual) put_digits(out, 0, 4, date.year);
  const std::size_t after = out.size();
  out += "-00-00T00:00:00.000Z";
  put_digits(out, after + 1, 2, date.month);
  put_digits(out, after + 4, 2, date.day);
  put_digits(out, after + 7, 2, of(kHour, 24));
  put_digits(out, after + 10, 2, of(kMinute, 60));
  put_digits(out, after + 13, 2, of(kSecond, 60));
  put_digits(out, after + 16, 3, of(1, 1000));
  return out;
}

std::optional<TimeMs> parse_duration(std::string_view text) {
  if (text == "0") return 0;
  struct Unit {
    std::string_view name;
    TimeMs size;
  };
  // Units must appear from largest to smallest: "1h30m" is valid, "30m1h" is not. "ms" comes before "m" so that it
  // matches first.
  constexpr std::array<Unit, 5> kUnits{{{"d", kDay}, {"h", kHour}, {"ms", 1}, {"m", kMinute}, {"s", kSecond}}};
  constexpr TimeMs kLongest = 36'500 * kDay;
  TimeMs total = 0, last_unit = kLongest;
  while (!text.empty()) {
    TimeMs count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (error != std::errc() || count < 0 || text.front() == '-') return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const Unit* unit = nullptr;
    for (const Unit& candidate : kUnits) {
      if (!unit && text.substr(0, candidate.name.size()) == candidate.name) unit = &candidate;
    }
    if (!unit || unit->size >= last_unit || count > kLongest / unit->size) return std::nullopt;
    text.remove_prefix(unit->name.size());
    last_unit = unit->size;
    total += count * unit->size;
  }
  if (last_unit == kLongest) return std::nullopt;
  return total;
}

long long days_from_civil(int year, int month, int day) {
  const long long y = month <= 2 ? year - 1LL : year;
  const long long era = (y >= 0 ? y : y - 399) / 400;
  const long long year_of_era = y - era * 400;
  const long long day_of_year = (153LL * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const long long day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

Civil civil_from_days(long long days) {
  days += 719468;
  const long long era = (days >= 0 ? days : days - 146096) / 146097;
  const long long day_of_era = days - era * 146097;
  const long long year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const long long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const long long month_index = (5 * day_of_year + 2) / 153;
  const int month = static_cast<int>(month_index < 10 ? month_index + 3 : month_index - 9);
  return {static_cast<int>(year_of_era + era * 400 + (month <= 2 ? 1 : 0)), month,
          static_cast<int>(day_of_year - (153 * month_index + 2) / 5 + 1)};
}

bool valid_date(int year, int month, int day) {
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return false;
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

int weekday(long long days) { return static_cast<int>(days >= -4 ? (days + 4) % 7 : (days + 5) % 7 + 6); }

}  // namespace parley::base
