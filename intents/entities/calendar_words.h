// English words of the calendar: months, weekdays and units of time, shared by all types.
#pragma once

#include <string_view>

namespace parley::intents {

enum class Unit { kSecond, kMinute, kHour, kDay, kWeek, kFortnight, kMonth, kQuarter, kYear, kDecade, kCentury };

// Parts of regexes, without groups.
inline constexpr std::string_view kMonthNames =
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    "nov(?:ember)?|dec(?:ember)?";
inline constexpr std::string_view kWeekdayNames = "sunday|monday|tuesday|wednesday|thursday|friday|saturday";
inline constexpr std::string_view kShortWeekdays = "sun|mon|tues?|weds?|thur?s?|fri|sat";
inline constexpr std::string_view kCalendarUnits = "days?|weeks?|fortnights?|months?|quarters?|years?|decades?";
inline constexpr std::string_view kClockUnits = "seconds?|secs?|minutes?|mins?|hours?|hrs?";
inline constexpr std::string_view kOrdinalDays =
    "(?:twenty|thirty)[- ](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|"
    "fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|"
    "eighteenth|nineteenth|twentieth|thirtieth";

inline constexpr std::string_view kDayNumbers =
    "(?:twenty|thirty)[- "
    "](?:one|two|three|four|five|six|seven|eight|nine)|one|two|three|four|five|six|seven|eight|nine|"
    "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty";
inline constexpr std::string_view kTens =
    "(?:twenty|thirty|forty|fifty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?";
inline constexpr std::string_view kYearWords =
    "(?:two thousand|(?:sixteen|seventeen|eighteen|nineteen|twenty)(?: hundred)?)(?: and)?"
    "(?:[- ](?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety))?"
    "(?:[- ](?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen))?";

// Return the month or weekday of a name. Require that its first three letters are those of a month or weekday.
int month_of(std::string_view name);    // 1 = January
int weekday_of(std::string_view name);  // 0 = Sunday

// Returns the unit of a text that begins with one of the units above, or that is "h", "m", "s", "d", "w" or "y".
Unit unit_of(std::string_view text);
std::string_view name_of(Unit unit);  // "day"

}  // namespace parley::intents
