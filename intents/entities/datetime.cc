// datetime: a day with a time, in either order ("tomorrow at 7", "half past nine on friday", "tonight at 8"), or a time
// relative to now ("now", "in 5 minutes", "end of today").
// Tested by tests/intents/dates_test.cc.
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/built_in.h"
#include "intents/entities/calendar.h"
#include "intents/entities/duration_parser.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

constexpr std::size_t kWindow = 48;  // bytes; how far after a day its time may end

Value moment(long long ms) {
  const long long day = day_of_moment(ms);
  const long long second = (ms - day * kDayMs) / 1000;
  std::array<char, 64> clock{};
  std::snprintf(clock.data(), clock.size(), second % 60 == 0 ? "T%02lld:%02lld" : "T%02lld:%02lld:%02lld",
                second / 3600, second / 60 % 60, second % 60);
  return Value(to_date(day).to_text() + clock.data());
}

Value joined(const Value& day, const Value& time) { return Value(day.to_text() + "T" + time.to_text()); }

class DateTime : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    const std::string_view text = reading.text;
    std::vector<Found> days, times, found;
    Reading for_days{text, reading.now, false, reading.in_past};
    for_days.with_impossible = true;
    date_->find(for_days, days);
    for (const Found& day : days) {
      if (!day.why.empty()) found.push_back(day);
    }
    drop_impossible({}, days);
    time_->find({text, reading.now, false}, times);
    find_parts_of_days(reading, days);
    for (const Found& day : days) {
      find_time_after(reading, day, found);
      for (const Found& time : times) {
        if (time.end > day.begin || !joint_.covers(text.substr(time.end, day.begin - time.end))) continue;
        found.push_back({joined(day.value, time.value), time.begin, day.end});
      }
    }
    for (const Found& time : times) {
      if (!of_today_.occurs_in(text.substr(time.begin, time.end - time.begin))) continue;
      found.push_back({joined(to_date(day_of_moment(reading.now.local())), time.value), time.begin, time.end});
    }
    find_from_now(reading, found);
    keep_longest(found);
    drop_impossible(reading, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override {
    const std::string* text = value.if_string();
    return text && iso_.covers(*text) && base::parse_iso8601(*text);
  }

 private:
  // "tonight" and "last night" also count as days when a time follows. The time is then in the evening.
  void find_parts_of_days(const Reading& reading, std::vector<Found>& days) const {
    const long long today = day_of_moment(reading.now.local());
    for_each_match(night_, reading.text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      days.push_back({to_date(groups[1].empty() ? today : today - 1), begin, end});
    });
  }

  // After "at" or "around", a bare hour is a time.
  void find_time_after(const Reading& reading, const Found& day, std::vector<Found>& found) const {
    const std::string_view rest = reading.text.substr(day.end, kWindow);
    Pattern::Groups groups;
    if (!before_time_.find(rest, 0, groups)) return;
    const std::size_t begin = groups[0].size();
    std::vector<Found> times;
    time_->find({rest, reading.now, !groups[1].empty()}, times);
    const auto at = std::find_if(times.begin(), times.end(), [&](const Found& time) {
      return time.begin == begin || time.begin == rest.find_first_not_of(" ,");
    });
    if (at == times.end()) return;
    Value time = at->value;
    const std::string_view day_text = reading.text.substr(day.begin, day.end - day.begin);
    const std::string_view written = rest.substr(at->begin, at->end - at->begin);
    const std::string hour = time.to_text().substr(0, 2);
    if (night_.covers(day_text) && half_unsaid_.covers(written) && hour > "04" && hour < "12") {
      time = Value(std::to_string(std::stoi(hour) + 12) + time.to_text().substr(2));
    }
    found.push_back({joined(day.value, time), day.begin, day.end + at->end});
  }

  void find_from_now(const Reading& reading, std::vector<Found>& found) const {
    const std::string_view text = reading.text;
    for_each_match(now_, text, [&](const auto&, std::size_t begin, std::size_t end) {
      found.push_back({moment(reading.now.local()), begin, end});
    });
    for_each_match(end_of_day_, text, [&](const auto& groups, std::size_t begin, std::size_t end) {
      const bool is_tomorrow = base::lower_ascii(groups[1]) == "tomorrow";
      const long long day = day_of_moment(reading.now.local()) + (is_tomorrow ? 1 : 0);
      found.push_back({moment((day + 1) * kDayMs - 1000), begin, end});
    });
    for (const ParsedDuration& length : lengths_.find(text)) {
      if (!length.has_clock() || length.is_vague || length.months != 0) continue;
      const long long ms = length.days * kDayMs + length.seconds * 1000;
      Pattern::Groups after;
      if (from_now_.find(text.substr(length.end), 0, after)) {
        const std::string direction = base::lower_ascii(after[1]);
        const bool is_back = direction == "ago" || direction == "earlier";
        found.push_back(
            {moment(reading.now.local_after(is_back ? -ms : ms)), length.begin, length.end + after[0].size()});
      } else if (const auto in = in_.find(text.substr(0, length.begin))) {
        found.push_back({moment(reading.now.local_after(ms)), in->begin, length.end});
      }
    }
  }

  std::unique_ptr<const Recogniser> date_ = make_date();
  std::unique_ptr<const Recogniser> time_ = make_time();
  DurationParser lengths_;
  Pattern iso_{"(?-i)\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2})?"};
  Pattern joint_{",? +(?:on |of )?(?:the )?"};
  Pattern before_time_{"^(?:,? +(at|around|about|@|by)? *| *@ *|,)"};
  Pattern night_{"\\b(?:tonight|this evening|(last) night)\\b"};
  Pattern of_today_{"\\b(?:tonight|this (?:morning|afternoon|evening))$"};
  Pattern half_unsaid_{"[^ap]*"};
  Pattern now_{"\\b(?:(?:right |as of )?now|at (?:the moment|the present time|this time))\\b"};
  Pattern end_of_day_{"\\b(?:the )?(?:end of (?:the )?(today|tomorrow|day)|eod)\\b"};
  Pattern from_now_{"^ *(ago|earlier|later|hence|from +now)\\b"};
  Pattern in_{"\\bin +$"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_datetime() { return std::make_unique<DateTime>(); }

}  // namespace parley::intents
