// date_range, time_range, datetime_range: two points with a word between them ("from monday to friday", "between 3 and
// 5 pm", "May 5 - May 9"), or one point and which side of it ("since monday", "before 5pm", "until tomorrow at 7").
// {"from": ..., "to": ...}, null where a side is open. Both days of a range belong to it: "before friday" is to
// thursday. Whole weeks, months and years are ranges of days by themselves (periods.h).
#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/built_in.h"
#include "intents/entities/clock_spans.h"
#include "intents/entities/matches.h"
#include "intents/entities/periods.h"

namespace parley::intents {
namespace {

Value range(Value from, Value to) { return Value(Value::Object{{"from", std::move(from)}, {"to", std::move(to)}}); }

bool is_range(const Value& value) { return value.if_object() && value.find("from") && value.find("to"); }

// A period's side; a point is its own.
Value side(const Value& point, const char* which) {
  const Value* value = point.if_object() ? point.find(which) : nullptr;
  return value ? *value : point;
}

// A day's neighbour; a time is its own.
Value beside(const Value& point, int days) {
  const std::string text = point.to_text();
  const bool is_day = text.size() == std::string_view("2026-03-02").size();
  const auto ms = is_day ? base::parse_iso8601(text) : std::nullopt;
  return ms ? to_date(day_of_moment(*ms) + days) : point;
}

// What stands before and between the points, and joins them.
class Joints {
 public:
  // Appends the ranges between neighbours of `points`.
  void join(std::string_view text, const std::vector<Found>& points, std::vector<Found>& out) const {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Found& from = points[i];
      const auto lead = opening_.find(text.substr(0, from.begin));
      const std::string word =
          lead ? base::lower_ascii(base::trim(text.substr(lead->begin, lead->end - lead->begin))) : std::string();
      if (i + 1 < points.size()) {
        const Found& to = points[i + 1];
        const std::string_view gap = text.substr(from.end, to.begin - from.end);
        if (between_.covers(gap) || (word.compare(0, 7, "between") == 0 && and_.covers(gap))) {
          const bool is_opened = word.compare(0, 4, "from") == 0 || word.compare(0, 7, "between") == 0;
          out.push_back(
              {range(side(from.value, "from"), side(to.value, "to")), is_opened ? lead->begin : from.begin, to.end});
          continue;
        }
      }
      if (after_.covers(word)) {
        const int days = word.compare(0, 5, "after") == 0 ? 1 : 0;
        out.push_back(
            {range(beside(side(from.value, days == 0 ? "from" : "to"), days), Value()), lead->begin, from.end});
      }
      if (before_.covers(word)) {
        const int days = word.compare(0, 6, "before") == 0 || word.compare(0, 5, "prior") == 0 ? -1 : 0;
        out.push_back(
            {range(Value(), beside(side(from.value, days == 0 ? "to" : "from"), days)), lead->begin, from.end});
      }
      Pattern::Groups behind;
      if (or_later_.find(text.substr(from.end), 0, behind)) {
        out.push_back({range(side(from.value, "from"), Value()), from.begin, from.end + behind[1].size()});
      }
    }
  }

 private:
  Pattern opening_{
      "\\b(?:from|between|since|after|before|until|till|starting(?: on| from)?|beginning|as late as|no later than|as "
      "of|prior to) +(?:around |the )?$"};
  Pattern between_{" *(?:-|~|to|until|till|through|thru|up to) *(?:the )?"};
  Pattern and_{" +and +(?:the )?"};
  Pattern after_{"(?:since|after|starting(?: on| from)?|beginning|as of)(?: around| the)?"};
  Pattern before_{"(?:before|until|till|as late as|no later than|prior to)(?: around| the)?"};
  Pattern or_later_{"^( (?:or|and) (?:later|after|greater))(?:[.,!?;]|$)"};
};

class Range : public Recogniser {
 public:
  explicit Range(std::unique_ptr<const Recogniser> points) : points_(std::move(points)) {}

  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> points, found;
    find_points(reading, points);
    joints_.join(reading.text, points, found);
    find_others(reading, found);
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override { return is_range(value); }

 protected:
  virtual void find_points(const Reading& reading, std::vector<Found>& points) const {
    points_->find({reading.text, reading.now, false}, points);
  }
  virtual void find_others(const Reading& reading, std::vector<Found>& found) const = 0;

 private:
  std::unique_ptr<const Recogniser> points_;
  Joints joints_;
};

class DateRange : public Range {
 public:
  DateRange() : Range(make_date()) {}

 protected:
  void find_others(const Reading& reading, std::vector<Found>& found) const override {
    periods_.find(reading.text, day_of_moment(reading.now.local()), false, found);
  }

  // "from March to May 5": a period is a point too.
  void find_points(const Reading& reading, std::vector<Found>& points) const override {
    Range::find_points(reading, points);
    periods_.find(reading.text, day_of_moment(reading.now.local()), true, points);
    keep_longest(points);
  }

 private:
  Periods periods_;
};

class TimeRange : public Range {
 public:
  TimeRange() : Range(make_time()) {}

 protected:
  void find_others(const Reading& reading, std::vector<Found>& found) const override {
    spans_.find(reading.text, found);
  }

 private:
  ClockSpans spans_;
};

// A range of times on a day, before or behind it, or between two moments.
class DateTimeRange : public Range {
 public:
  DateTimeRange() : Range(make_datetime()) {}

 protected:
  void find_others(const Reading& reading, std::vector<Found>& found) const override {
    std::vector<Found> days, times;
    date_->find({reading.text, reading.now, false}, days);
    times_->find({reading.text, reading.now, false}, times);
    for (const Found& day : days) {
      for (const Found& time : times) {
        const bool is_behind = time.begin >= day.end;
        const std::size_t gap_begin = is_behind ? day.end : time.end;
        const std::size_t gap_end = is_behind ? time.begin : day.begin;
        if (gap_end < gap_begin) continue;
        const std::string_view gap = reading.text.substr(gap_begin, gap_end - gap_begin);
        if (!joint_.covers(gap)) continue;
        const auto on_day = [&](const char* side) {
          const Value* said = time.value.find(side);
          return said && !said->is_null() ? Value(day.value.to_text() + "T" + said->to_text()) : Value();
        };
        found.push_back(
            {range(on_day("from"), on_day("to")), is_behind ? day.begin : time.begin, is_behind ? time.end : day.end});
      }
    }
    spans_.find_of_today(reading.text, day_of_moment(reading.now.local()), found);
  }

 private:
  std::unique_ptr<const Recogniser> date_ = make_date();
  std::unique_ptr<const Recogniser> times_ = std::make_unique<TimeRange>();
  ClockSpans spans_;
  Pattern joint_{",? +(?:(?:on|of|at|in) )?(?:the )?"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_date_range() { return std::make_unique<DateRange>(); }
std::unique_ptr<const Recogniser> make_time_range() { return std::make_unique<TimeRange>(); }
std::unique_ptr<const Recogniser> make_datetime_range() { return std::make_unique<DateTimeRange>(); }

}  // namespace parley::intents
