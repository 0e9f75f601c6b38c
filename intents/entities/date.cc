// date: "2026-05-03", "5/3/2026" (the month first, as in en), "3.5.2026" (the day first, as where dots are used),
// "5 March 2026", "March 5th", "Christmas Eve", "tomorrow", "next friday", "in two weeks" (calendar.h).
#include <vector>

#include "intents/entities/built_in.h"
#include "intents/entities/calendar.h"

namespace parley::intents {
namespace {

class Date : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const long long today = day_of_moment(reading.now_ms);
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
  WrittenDays written_;
  RelativeDays relative_;
};

}  // namespace

std::unique_ptr<const Recogniser> make_date() { return std::make_unique<Date>(); }

}  // namespace parley::intents
