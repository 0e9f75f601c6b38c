// date: "2026-05-03", "5/3/2026" (month first if the locale says so), "3.5.2026" (day first, as in countries that use
// dots), "5 March 2026", "March 5th", "Christmas Eve", "tomorrow", "next friday", "in two weeks" (calendar.h).
// Tested by tests/intents/dates_test.cc.
#include <algorithm>
#include <string>
#include <vector>

#include "base/boundaries.h"
#include "base/time.h"
#include "intents/entities/built_in.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"
#include "intents/entities/codes.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

bool is_in_range(long long day) {
  const int year = base::civil_from_days(day).year;
  return year >= kFirstYear && year <= 9999;
}

// Returns true if the words before digits without separators let expect a day: "on 20260305". Other digits may number
// anything: "konto 20260305".
bool is_day_expected(std::string_view text, std::size_t begin) {
  static const Pattern lead(
      R"((?:^|[.,:;!?(]|\b(?:on|at|from|since|until|till|by|to|before|after|between|and|or|for|date|day|is|was|born|am|)"
      R"(vom|bis|ab|seit|of|the|it's)) *$)");
  return lead.occurs_in(text.substr(begin - std::min<std::size_t>(begin, 16), std::min<std::size_t>(begin, 16)));
}

// Returns true for a day of a bot's param that may just as well be a part of a code: "TK-05-03-2026-A".
bool may_be_code(const Reading& reading, const NamedDay& day) {
  if (!reading.for_param) return false;
  if (is_part_of_code(reading.text, day.begin, day.end)) return true;
  const std::string_view said = reading.text.substr(day.begin, day.end - day.begin);
  return !reading.asked && std::all_of(said.begin(), said.end(), base::is_digit) &&
         !is_day_expected(reading.text, day.begin);
}

class Date : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    if (!hint_.occurs_in(reading.text)) return;
    const Today today{day_of_moment(reading.now.local()), reading.in_past, reading.now.day_first()};
    std::vector<NamedDay> days;
    const bool is_announced = reading.for_param && the_day_.occurs_in(reading.text);
    written_.find(reading.text, today, reading.asked || is_announced, days);
    relative_.find(reading.text, today, reading.asked, days);
    std::erase_if(days, [&](const NamedDay& day) { return may_be_code(reading, day); });
    if (reading.for_param) find_colloquial(reading, days);
    std::vector<Found> found;
    found.reserve(days.size());
    for (const NamedDay& day : days) {
      if (day.exists && is_in_range(day.day)) {
        found.push_back({to_date(day.day), day.begin, day.end});
      } else {
        found.push_back({Value(), day.begin, day.end, false, kNoSuchDay});
      }
    }
    keep_longest(found);
    drop_impossible(reading, found);
    for (Found& date : found) {
      const auto article = reading.for_param ? article_.find(reading.text.substr(date.begin)) : std::nullopt;
      if (article) date.begin += article->end;
    }
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  // Finds days in a conversation about dates: "tonight", "change it to the 5th". In an answer, also finds "now" and
  // durations from now.
  void find_colloquial(const Reading& reading, std::vector<NamedDay>& days) const {
    const long long today = day_of_moment(reading.now.local());
    for_each_match(of_today_, reading.text, [&](const auto&, std::size_t begin, std::size_t end) {
      days.push_back({today, begin, end});
    });
    if (!reading.asked) return;
    for_each_match(
        now_, reading.text,
        [&](const auto&, std::size_t begin, std::size_t end) {
          days.push_back({today, begin, end});
        },
        1);
    for (const ParsedDuration& length : lengths_.find(reading.text)) {
      const auto in = in_.find(reading.text.substr(0, length.begin));
      if (!in || !length.has_clock() || length.months != 0) continue;
      const long long moment = reading.now.local_after(length.days * kDayMs + length.seconds * 1000);
      days.push_back({day_of_moment(moment), in->begin, length.end});
    }
  }

  // Every date contains one of these. Most messages contain none, so this costs one pass.
  Pattern hint_{"[0-9]|" + std::string(kMonthNames) + "|" + std::string(kShortWeekdays) +
                "|today|tomorrow|tmrw?|yesterday|day|week|fortnight|month|quarter|year|decade|tonight|this "
                "|now|hour|the (?:first|second|third|" +
                "fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|[a-z]+teenth|twent|thirt)|" +
                std::string(holiday_names())};
  DateFormats written_;
  RelativeDays relative_;
  DurationParser lengths_;
  Pattern article_{"^the +"};
  Pattern of_today_{"\\b(?:tonight|this (?:morning|afternoon|evening))\\b"};
  Pattern the_day_{R"(\bthe \d{1,2}(?:st|nd|rd|th)(?:[.,?!;]|$| (?:at|for|please|instead|under|in the name)\b))"};
  Pattern now_{"\\b((?:right )?now)[^\\pL]*$"};
  Pattern in_{"\\bin +$"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_date() { return std::make_unique<Date>(); }

}  // namespace parley::intents
