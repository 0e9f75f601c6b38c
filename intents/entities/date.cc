// date: "2026-05-03", "5/3/2026" (the month first, as in en), "3.5.2026" (the day first, as where dots are used),
// "5 March 2026", "March 5th", "Christmas Eve", "tomorrow", "next friday", "in two weeks" (calendar.h).
#include <string>
#include <vector>

#include "intents/entities/built_in.h"
#include "intents/entities/calendar.h"
#include "intents/entities/calendar_words.h"

namespace parley::intents {
namespace {

class Date : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    if (!hint_.occurs_in(reading.text)) return;
    const Today today{day_of_moment(reading.now_ms), reading.in_past};
    std::vector<NamedDay> days;
    written_.find(reading.text, today, reading.asked, days);
    relative_.find(reading.text, today, reading.asked, days);
    std::vector<Found> found;
    found.reserve(days.size());
    for (const NamedDay& day : days) found.push_back({to_date(day.day), day.begin, day.end});
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  // What every date has one of: most messages have none, and cost one pass.
  Pattern hint_{"[0-9]|" + std::string(kMonthNames) + "|" + std::string(kShortWeekdays) +
                "|today|tomorrow|tmrw?|yesterday|day|week|fortnight|month|quarter|year|decade|" +
                std::string(holiday_names())};
  WrittenDays written_;
  RelativeDays relative_;
};

}  // namespace

std::unique_ptr<const Recogniser> make_date() { return std::make_unique<Date>(); }

}  // namespace parley::intents
