// time: "19:30", "19:30:15", "7pm", "7.30 p.m.", "half past seven", "quarter to eight in the evening", "seven o'clock",
// "noon".
//
// Unless the bot asks for a time, the text must show that it is one: a colon, "pm", "o'clock", "past", or an "at" that
// ends the clause. The answer to a question for a time may be bare: "7" is 07:00, "seven thirty" 07:30, "1930" 19:30.
// If the reading fills a param (Reading::for_param), "after 8" and "half nine" are times, too. "in half an hour" is
// then a time if the text has no other time.
// Tested by tests/intents/dates_test.cc.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/codes.h"
#include "intents/entities/duration_parser.h"
#include "intents/entities/matches.h"
#include "intents/entities/numbers.h"

namespace parley::intents {
namespace {

using Groups = Pattern::Groups;
using Seconds = std::optional<int>;  // since midnight

enum class Half { kUnknown, kMorning, kEvening };

constexpr int kDay = 24 * 3600;

Seconds seconds_of(long long hour, long long minute, Half half) {
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return std::nullopt;
  if (half != Half::kUnknown && hour == 0) return std::nullopt;
  if (half == Half::kMorning && hour > 12) return std::nullopt;
  if (half == Half::kMorning && hour == 12) hour = 0;
  if (half == Half::kEvening && hour < 12) hour += 12;
  return static_cast<int>(hour * 3600 + minute * 60);
}

long long to_number(std::string_view text) {
  const auto number = read_number(text, 0);
  const std::int64_t* whole = number && number->end == text.size() ? number->value.if_int() : nullptr;
  return whole ? *whole : -1;
}

// Returns true for offsets: "-5:00" and "UTC+2:00". False for the times in "5:00-6:00", "5 pm -6 pm" and "monday-5:00".
bool has_sign(std::string_view text, std::size_t begin) {
  if (base::char_before(text, begin, '+')) return true;
  if (!base::char_before(text, begin, '-')) return false;
  const std::string before =
      base::lower_ascii(text.substr(0, begin - 1).substr(begin - std::min<std::size_t>(begin, 9)));
  const std::string_view last = base::trim(before);
  const auto ends_with = [&](std::string_view end) {
    return last.size() >= end.size() && last.substr(last.size() - end.size()) == end;
  };
  if (ends_with("utc") || ends_with("gmt")) return true;
  const bool is_range = base::digit_before(last, last.size()) || ends_with("am") || ends_with("pm") || ends_with("m.");
  return !is_range && (last.empty() || last.size() != before.size());
}

// "1:30:45:10" and "5.19:30" are not times.
bool is_part_of_longer_time(std::string_view text, std::size_t begin, std::size_t end) {
  const auto joins = [](char c) { return std::string_view(":.,/$").find(c) != std::string_view::npos; };
  if (has_sign(text, begin)) return true;
  return (begin > 0 && joins(text[begin - 1])) ||
         (end < text.size() && joins(text[end]) && base::digit_at(text, end + 1));
}

// Returns true for digits of a code or a telephone number: "O-1200", "555-2026", "0171 12 05 80". "9-5" is two hours.
bool is_code(std::string_view text, const Found& found) {
  static const Pattern two_hours(
      "[ (]*\\d{1,2}(?:[:.]\\d\\d)? ?(?:[ap]\\.?m\\.?)?-\\d{1,2}(?:[:.]\\d\\d)? ?(?:[ap]\\.?m\\.?)?[ .,!?)]*");
  if (!is_part_of_code(text, found.begin, found.end)) return is_group_of_long_number(text, found.begin, found.end);
  const std::size_t blank = text.substr(0, found.begin).find_last_of(' ');
  const std::size_t from = blank == std::string_view::npos ? 0 : blank + 1;
  return !two_hours.covers(text.substr(from, text.find(' ', found.end) - from));
}

// Returns true for "at 7". Among several bare numbers, the number after "at" is the time.
bool is_after_at(const Found& found, std::string_view text) {
  const std::string_view before = base::trim(text.substr(0, found.begin));
  for (const std::string_view word : {"at", "by", "around", "about", "@"}) {
    if (before.size() < word.size() || base::letter_before(before, before.size() - word.size())) continue;
    if (base::lower_ascii(before.substr(before.size() - word.size())) == word) return true;
  }
  return false;
}

class Time : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    search(clock_, reading.text, found, [&](const Groups& groups) { return read_clock(groups, false); });
    search(relative_, reading.text, found, [&](const Groups& groups) { return read_relative(groups); });
    search(named_, reading.text, found, [&](const Groups& groups) { return read_named(groups); });
    search(
        at_, reading.text, found,
        [&](const Groups& groups) { return seconds_of(to_integer(groups[2]), minute_of(groups[3]), Half::kUnknown); },
        1);
    if (reading.for_param) find_colloquial(reading.text, found);
    if (found.empty() && reading.for_param) find_from_now(reading, found);
    if (found.empty() && reading.asked) find_bare(reading, found);
    keep_longest(found);
    if (reading.for_param) drop_counts(reading.text, found);
    for (Found& time : found) {
      if (reading.for_param) {
        trim(reading.text, time);
        take_part_of_day(reading.text, time);
      } else if (const auto about = about_.find(reading.text.substr(0, time.begin))) {
        time.begin = about->begin;
      }
    }
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  template <class Read>
  static void search(const Pattern& pattern, std::string_view text, std::vector<Found>& out, Read read,
                     std::size_t group = 0) {
    const auto keep = [&](const Groups& groups, std::size_t begin, std::size_t end) {
      if (!base::stands_alone(text, begin, end) || is_part_of_longer_time(text, begin, end)) return;
      if (const Seconds seconds = read(groups)) out.push_back({to_value(*seconds), begin, end});
    };
    for_each_match(pattern, text, keep, group);
  }

  // Finds times in a conversation about times: "after 8", "7 for two people", "half nine".
  void find_colloquial(std::string_view text, std::vector<Found>& out) const {
    search(
        about_hour_, text, out,
        [&](const Groups& groups) { return seconds_of(to_number(groups[2]), minute_of(groups[3]), Half::kUnknown); },
        1);
    search(
        half_hour_, text, out,
        [&](const Groups& groups) {
          return seconds_of(to_number(half_hour_.group(groups, "hour")), 30, half_of(half_hour_, groups));
        },
        1);
    search(joined_digits_, text, out, [&](const Groups& groups) {
      return seconds_of(to_integer(groups[1]), to_integer(groups[2]), half_of(joined_digits_, groups));
    });
  }

  void find_from_now(const Reading& reading, std::vector<Found>& out) const {
    const auto clock = [&](long long ms) {
      const long long moment = reading.now.local_after(ms);
      return to_value(static_cast<int>((moment - day_of_moment(moment) * kDayMs) / 60'000 * 60));
    };
    for (const ParsedDuration& length : lengths_.find(reading.text)) {
      const auto in = in_.find(reading.text.substr(0, length.begin));
      if (!in || !length.has_clock() || length.months != 0) continue;
      out.push_back({clock(length.days * kDayMs + length.seconds * 1000), in->begin, length.end});
    }
    if (!reading.asked) return;
    for_each_match(
        now_, reading.text,
        [&](const Groups&, std::size_t begin, std::size_t end) {
          out.push_back({clock(0), begin, end});
        },
        1);
  }

  // In "a party of 7 tonight" 7 is not an hour; in "at 7 tonight" it is.
  void drop_counts(std::string_view text, std::vector<Found>& found) const {
    const auto is_count = [&](const Found& time) {
      return bare_tonight_.covers(text.substr(time.begin, time.end - time.begin)) && !is_after_at(time, text);
    };
    found.erase(std::remove_if(found.begin(), found.end(), is_count), found.end());
  }

  // Removes the words that lead to the time, and the day after it, from its span. Called only for Reading::for_param.
  // Keeps the point of the abbreviation "pm.".
  void trim(std::string_view text, Found& time) const {
    if (const auto lead = leading_.find(text.substr(time.begin, time.end - time.begin))) time.begin += lead->end;
    if (const auto day = day_after_.find(text.substr(time.begin, time.end - time.begin))) {
      time.end = time.begin + day->begin;
    }
    const bool is_abbreviated = meridiem_before_.occurs_in(text.substr(time.begin, time.end - time.begin));
    if (is_abbreviated && base::char_at(text, time.end, '.')) ++time.end;
  }

  // "tonight at 8", "tomorrow evening at 7:30": the words before the time determine the half of the day.
  void take_part_of_day(std::string_view text, Found& time) const {
    Groups groups;
    if (!part_before_.find(text.substr(0, time.begin), 0, groups)) return;
    const bool is_said = half_said_.occurs_in(text.substr(time.begin, time.end - time.begin));
    const std::string clock = time.value.to_text();
    const long long hour = to_integer(std::string_view(clock).substr(0, 2));
    if (!is_said && groups[2].empty() && hour > 4 && hour < 12) {
      time.value = Value(std::to_string(hour + 12) + clock.substr(2));
    }
    if (!is_said && groups[1].empty() && !groups[3].empty()) time.begin -= groups[0].size();
  }

  void find_bare(const Reading& reading, std::vector<Found>& out) const {
    const std::string_view text = reading.text;
    std::vector<Found> days;
    date_->find({text, reading.now, false}, days);
    search(clock_, text, out, [&](const Groups& groups) { return read_clock(groups, true); });
    search(digits_, text, out, [&](const Groups& groups) {
      return seconds_of(to_integer(groups[1]), to_integer(groups[2]), Half::kUnknown);
    });
    search(hours_, text, out,
           [&](const Groups& groups) { return seconds_of(to_integer(groups[1]), 0, Half::kUnknown); });
    const auto is_other = [&](const Found& found) {
      return is_code(text, found) || is_after_number_label(text, found.begin, NumberLabel::kAny) ||
             counted_.find(text.substr(found.end)) || in_date_.find(text.substr(0, found.begin)) ||
             std::any_of(days.begin(), days.end(),
                         [&](const Found& day) { return found.begin < day.end && day.begin < found.end; });
    };
    out.erase(std::remove_if(out.begin(), out.end(), is_other), out.end());
    const auto bare =
        std::stable_partition(out.begin(), out.end(), [&](const Found& found) { return is_after_at(found, text); });
    if (bare != out.begin()) out.erase(bare, out.end());
  }

  static Value to_value(int seconds) {
    std::array<char, 40> text{};
    const int minutes = seconds / 60;
    std::snprintf(text.data(), text.size(), seconds % 60 == 0 ? "%02d:%02d" : "%02d:%02d:%02d", minutes / 60,
                  minutes % 60, seconds % 60);
    return Value(text.data());
  }

  // "am" and "in the morning" mean the same.
  static Half half_of(const Pattern& pattern, const Groups& groups) {
    const std::string meridiem = base::lower_ascii(pattern.group(groups, "meridiem"));
    if (!meridiem.empty()) return meridiem.find('a') != std::string::npos ? Half::kMorning : Half::kEvening;
    std::string part = base::lower_ascii(pattern.group(groups, "part"));
    if (part.empty()) part = base::lower_ascii(pattern.group(groups, "lead"));
    if (part.empty()) return Half::kUnknown;
    return part.find("morning") != std::string::npos ? Half::kMorning : Half::kEvening;
  }

  // Groups that show that a number is an hour.
  static constexpr std::array<std::string_view, 5> kHourGroups = {"meridiem", "said", "ish", "part", "lead"};

  Seconds read_clock(const Groups& groups, bool is_bare_enough) const {
    const auto group = [&](std::string_view name) { return clock_.group(groups, name); };
    const std::string_view separator = group("separator");
    const bool is_said = std::any_of(kHourGroups.begin(), kHourGroups.end(),
                                     [&](std::string_view name) { return !group(name).empty(); });
    if (!is_said && !is_bare_enough && (separator.empty() || separator == ".")) return std::nullopt;
    if (!group("letter").empty() && separator.empty() && !is_bare_enough) return std::nullopt;  // "seat 12a"
    const std::string_view minute = separator.empty() ? group("minute_word") : group("minute");
    const Seconds time =
        seconds_of(to_number(group("hour")), minute.empty() ? 0 : to_number(minute), half_of(clock_, groups));
    const long long second = group("second").empty() ? 0 : to_integer(group("second"));
    return time && second < 60 ? Seconds(*time + static_cast<int>(second)) : std::nullopt;
  }

  static long long minute_of(std::string_view digits) { return digits.empty() ? 0 : to_integer(digits); }

  Seconds read_relative(const Groups& groups) const {
    const auto group = [&](std::string_view name) { return base::lower_ascii(relative_.group(groups, name)); };
    const std::string distance = group("distance");
    const std::string direction = group("direction");
    const std::string named = group("hour");
    if (base::digit_at(distance, 0) && group("unit").empty() && direction != "past") return std::nullopt;  // "5 to 9"
    const long long minutes = distance == "half" ? 30 : distance == "quarter" ? 15 : to_number(distance);
    const long long hour = named == "midnight" ? 0 : named == "noon" || named == "midday" ? 12 : to_number(named);
    const Seconds full = seconds_of(hour, 0, half_of(relative_, groups));
    if (!full || minutes < 0 || minutes > 59) return std::nullopt;
    const bool is_before = direction == "to" || direction == "before";
    return static_cast<int>((*full + (is_before ? kDay - minutes * 60 : minutes * 60)) % kDay);
  }

  static Seconds read_named(const Groups& groups) { return base::lower_ascii(groups[0]) == "midnight" ? 0 : kDay / 2; }

  static constexpr std::string_view kHourWords = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
  static std::string hour() { return "\\d{1,2}|" + std::string(kHourWords); }
  static std::string suffix() {
    return R"((?:(?P<meridiem>[ .]?(?:a\.m\.|p\.m\.|(?:a\.?m|p\.?m|a m|p m|ampm)\b)|(?P<letter>[ap])\b)| ?(?P<said>o'?clock\b)|(?P<ish>-?ish\b))?)"
           R"((?:,? (?P<part>(?:in the |early |late )(?:morning|afternoon|evening)|this (?:morning|afternoon|evening)|at night|tonight))?)";
  }

  static std::string lead() {
    return R"((?:(?P<lead>(?:in the |early |late )(?:morning|afternoon|evening)),?(?: at| around)? )?)";
  }

  Pattern clock_{"\\b" + lead() + R"((?P<hour>)" + hour() +
                 R"()(?:(?P<separator>[:.h])(?P<minute>\d\d)(?::(?P<second>\d\d))?|[ -](?P<minute_word>)" +
                 "five|ten|fifteen|" + std::string(kTens) + ")\\b)?" + suffix()};
  Pattern relative_{R"(\b(?:a )?(?P<distance>half|quarter|five|ten|)" + std::string(kTens) +
                    R"(|\d{1,2})(?P<unit> min(?:ute)?s?)?)"
                    R"( (?P<direction>past|after|to|before) (?P<hour>)" +
                    hour() + "|noon|midday|midnight)" + suffix()};
  Pattern at_{R"(\bat ((1[0-2]|[1-9])(?:\.([0-5]\d))?)(?:[.,!?;] |[.!?]?$))"};  // ends the clause
  Pattern about_{R"(\b(?:around|circa|approximately) $)"};
  Pattern named_{R"(\b(?:noon|midday|midnight)\b)"};
  // After a bare number: words that show that it counts people or is part of a date.
  Pattern counted_{"^ (?:people|persons?|guests?|adults?|kids?|children|members?|of us|" + std::string(kCalendarUnits) +
                   "|" + std::string(kClockUnits) + "|(?:of )?(?:" + std::string(kMonthNames) + "))\\b"};
  Pattern in_date_{"\\b(?:" + std::string(kMonthNames) + "|\\d(?:st|nd|rd|th)),? $"};
  Pattern digits_{R"(\b([01]?\d|2[0-3])([0-5]\d)(?: ?h(?:ou)?rs?)?\b)"};
  Pattern hours_{R"(\b(1\d|2[0-3]|0?\d) ?h(?:rs?)?\b)"};
  Pattern joined_digits_{R"(\b(0?[1-9]|1[0-2])([0-5]\d) ?(?P<meridiem>[ap]\.?m)\b)"};
  Pattern about_hour_{
      R"(\b(?:at|around|about|after|before|by|until|till) ((1[0-2]|[1-9]|)" + std::string(kHourWords) +
      R"()(?:[.:]?([0-5]\d))?)(?:[.,!?;]? *$|[,!?;] |\. \D| (?:for|on|tomorrow|tonight|today|with|please|)"
      R"(instead|under|and|this|next|rather|if|would|ish)\b))"};
  Pattern half_hour_{"\\b(half (?P<hour>" + hour() + ")" + suffix() +
                     ")(?:[.,!?;]|$| (?:for|on|tomorrow|tonight|please)\\b)"};
  Pattern leading_{"^(?:around|circa|approximately|about|in the|an?|the) +"};
  Pattern day_after_{",? +(?:tonight|this (?:morning|afternoon|evening))$"};
  Pattern part_before_{"\\b(to|this )?(?:night|evening|afternoon|(morning)),?( at| around| about)? $"};
  Pattern half_said_{"[ap]\\.?m\\b|morning|afternoon|evening|night|noon"};
  Pattern bare_tonight_{"[a-z0-9]+,? (?:tonight|this (?:morning|afternoon|evening))"};
  Pattern meridiem_before_{"[ap]\\.?m$"};
  Pattern in_{"\\bin +$"};
  Pattern now_{"\\b((?:right )?now)[^\\pL]*$"};
  DurationParser lengths_;
  std::unique_ptr<const Recogniser> date_ = make_date();
};

}  // namespace

std::unique_ptr<const Recogniser> make_time() { return std::make_unique<Time>(); }

}  // namespace parley::intents
