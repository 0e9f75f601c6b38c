// date_range, time_range, datetime_range: two points joined by words or a dash ("May 5 - May 9", "from monday to
// friday", "between 3 and 5 pm"), or one point with a direction ("since monday", "before 5pm", "until tomorrow at 7").
//
// The value is {"from": ..., "to": ...}; an open side is null. A range of days includes both days: "before friday" ends
// on Thursday. Whole weeks, months and years are ranges of days by themselves (periods.h).
// Tested by tests/intents/dates_test.cc.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/built_in.h"
#include "intents/entities/calendar.h"
#include "intents/entities/clock_spans.h"
#include "intents/entities/matches.h"
#include "intents/entities/periods.h"

namespace parley::intents {
namespace {

Value range_value(Value from, Value to) {
  return Value(Value::Object{{"from", std::move(from)}, {"to", std::move(to)}});
}

// Canonical sides sort as text. An open side has no order.
bool is_before(const Value& a, const Value& b) {
  const std::string *first = a.if_string(), *second = b.if_string();
  return first && second && *first < *second;
}

// Returns one side of a period. A point is its own side.
Value side(const Value& point, const char* which) {
  const Value* value = point.if_object() ? point.find(which) : nullptr;
  return value ? *value : point;
}

// Returns the day `days` away from a day. Returns a time unchanged.
Value shifted_by_days(const Value& point, int days) {
  const std::string text = point.to_text();
  const bool is_day = text.size() == std::string_view("2026-03-02").size();
  const auto ms = is_day ? base::parse_iso8601(text) : std::nullopt;
  return ms ? to_date(day_of_moment(*ms) + days) : point;
}

// RangeJoiner matches the words before and between the points of a range.
class RangeJoiner {
 public:
  // Appends the ranges between adjacent `points`: pair(from, to, begin, end) makes a range from two points, and
  // in_past(point) returns the last such point before now. A range with an impossible point is also impossible.
  template <class Pair, class InPast>
  void join(std::string_view text, const std::vector<Found>& points, Pair pair, InPast in_past,
            std::vector<Found>& out) const {
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
          out.push_back(pair(from, to, is_opened ? lead->begin : from.begin, to.end));
          continue;
        }
      }
      if (!from.why.empty()) {
        const bool is_side = after_.covers(word) || before_.covers(word);
        out.push_back({Value(), is_side ? lead->begin : from.begin, from.end, false, from.why});
        continue;
      }
      if (after_.covers(word)) {
        // "since Monday" is about the last Monday.
        if (word.compare(0, 5, "since") == 0) {
          if (const auto earlier = in_past(from)) {
            out.push_back({range_value(side(*earlier, "from"), Value()), lead->begin, from.end});
            continue;
          }
        }
        const int days = word.compare(0, 5, "after") == 0 ? 1 : 0;
        out.push_back({range_value(shifted_by_days(side(from.value, days == 0 ? "from" : "to"), days), Value()),
                       lead->begin, from.end});
      }
      if (before_.covers(word)) {
        const int days = word.compare(0, 6, "before") == 0 || word.compare(0, 5, "prior") == 0 ? -1 : 0;
        out.push_back({range_value(Value(), shifted_by_days(side(from.value, days == 0 ? "to" : "from"), days)),
                       lead->begin, from.end});
      }
      Pattern::Groups after;
      if (or_later_.find(text.substr(from.end), 0, after)) {
        out.push_back({range_value(side(from.value, "from"), Value()), from.begin, from.end + after[1].size()});
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
    Reading part{reading.text, reading.now, false, reading.in_past};
    part.with_impossible = true;
    std::vector<Found> points, found;
    find_points(part, points);
    const auto pair = [&](const Found& from, const Found& to, std::size_t begin, std::size_t end) {
      return between(part, from, to, begin, end);
    };
    const auto in_past = [&](const Found& point) { return reading.in_past ? std::nullopt : read_last(part, point); };
    joints_.join(reading.text, points, pair, in_past, found);
    find_others(part, found);
    keep_longest(found);
    drop_impossible(reading, found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

  bool takes(const Value& value) const override {
    const Value* from = value.find("from");
    const Value* to = value.find("to");
    if (!from || !to || (from->is_null() && to->is_null())) return false;
    return (from->is_null() || is_point(*from)) && (to->is_null() || is_point(*to)) &&
           (may_end_earlier() || !is_before(*to, *from));
  }

 protected:
  virtual void find_points(const Reading& reading, std::vector<Found>& points) const { points_->find(reading, points); }
  virtual void find_others(const Reading& reading, std::vector<Found>& found) const = 0;
  virtual bool is_point(const Value& value) const = 0;    // whether the value is in canonical form
  virtual bool may_end_earlier() const { return false; }  // true if a range may span midnight: "from 10 pm to 2 am"

 private:
  Found between(const Reading& reading, const Found& from, const Found& to, std::size_t begin, std::size_t end) const {
    for (const Found* point : {&from, &to}) {
      if (!point->why.empty()) return {Value(), begin, end, false, point->why};
    }
    Value first = side(from.value, "from"), last = side(to.value, "to");
    if (!may_end_earlier() && is_before(last, first)) {
      // "From Feb 1 to May 1" in a message that arrives in March: May is in the same year as February.
      if (const auto later = read_again(reading, to, first, false)) {
        last = side(*later, "to");
      } else if (const auto earlier = read_again(reading, from, last, true)) {
        first = side(*earlier, "from");
      }
      if (is_before(last, first)) return {Value(), begin, end, false, kEndsBeforeItBegins};
    }
    return {range_value(std::move(first), std::move(last)), begin, end};
  }

  // Reads a point again as the last one before now. Returns nullopt if it is not a single point then.
  std::optional<Value> read_last(const Reading& reading, const Found& point) const {
    const std::string_view text = reading.text.substr(point.begin, point.end - point.begin);
    std::vector<Found> found;
    find_points({text, reading.now, false, true}, found);
    const bool is_one = found.size() == 1 && found[0].why.empty() && found[0].end - found[0].begin == text.size();
    return is_one ? std::optional(found[0].value) : std::nullopt;
  }

  // Reads a point again, relative to `anchor`, if the point does not name its week or year. Returns nullopt if the
  // point is fixed: "tomorrow".
  std::optional<Value> read_again(const Reading& reading, const Found& point, const Value& anchor, bool in_past) const {
    const auto moment = base::parse_iso8601(anchor.to_text());
    if (!moment) return std::nullopt;
    const std::string_view text = reading.text.substr(point.begin, point.end - point.begin);
    const auto read = [&](const Now& now, bool past) -> std::optional<Value> {
      std::vector<Found> found;
      find_points({text, now, false, past}, found);
      const bool is_one = found.size() == 1 && found[0].why.empty() && found[0].end - found[0].begin == text.size();
      return is_one ? std::optional(found[0].value) : std::nullopt;
    };
    const auto next = read(reading.now, false), last = read(reading.now, true);
    if (!next || !last || *next == *last) return std::nullopt;
    return read(Now(*moment, {}, reading.now.day_first()), in_past);
  }

  std::unique_ptr<const Recogniser> points_;
  RangeJoiner joints_;
};

// Returns true for a canonical day or point in time, or for a canonical time if `day` is a prefix to complete it.
bool is_iso(const Value& value, std::string_view day, std::size_t size) {
  const std::string* text = value.if_string();
  if (!text || (text->size() != size && text->size() != size + std::string_view(":00").size())) return false;
  if (day.empty() && size == std::string_view("2026-03-02").size() && text->size() != size) return false;
  return base::parse_iso8601(std::string(day) + *text).has_value();
}

Today today_of(const Reading& reading) {
  return {day_of_moment(reading.now.local()), reading.in_past, reading.now.day_first()};
}

class DateRange : public Range {
 public:
  DateRange() : Range(make_date()) {}

 protected:
  void find_others(const Reading& reading, std::vector<Found>& found) const override {
    periods_.find(reading.text, today_of(reading), false, found);
    // "The first of last month" is a day, and not the month.
    std::vector<Found> days;
    Range::find_points(reading, days);
    std::erase_if(found, [&](const Found& period) {
      return std::any_of(days.begin(), days.end(), [&](const Found& day) {
        return day.begin <= period.begin && period.end <= day.end && day.end - day.begin > period.end - period.begin;
      });
    });
  }

  bool is_point(const Value& value) const override { return is_iso(value, "", 10); }

  // "from March to May 5": a period can also be a point.
  void find_points(const Reading& reading, std::vector<Found>& points) const override {
    Range::find_points(reading, points);
    periods_.find(reading.text, today_of(reading), true, points);
    const Value today = to_date(today_of(reading).day);
    for_each_match(
        to_now_, reading.text,
        [&](const auto&, std::size_t begin, std::size_t end) {
          points.push_back({today, begin, end});
        },
        1);
    keep_longest(points);
  }

 private:
  Periods periods_;
  Pattern to_now_{"\\b(?:to|until|till|through) ((?:right )?now)\\b"};
};

class TimeRange : public Range {
 public:
  TimeRange() : Range(make_time()) {}

 protected:
  void find_others(const Reading& reading, std::vector<Found>& found) const override {
    spans_.find(reading.text, found);
  }

  bool is_point(const Value& value) const override { return is_iso(value, "1970-01-01T", 5); }
  bool may_end_earlier() const override { return true; }

 private:
  ClockSpans spans_;
};

// DateTimeRange is a range of times next to a day, or a range between two points in time.
class DateTimeRange : public Range {
 public:
  DateTimeRange() : Range(make_datetime()) {}

 protected:
  void find_others(const Reading& reading, std::vector<Found>& found) const override {
    std::vector<Found> days, times;
    date_->find({reading.text, reading.now, false, reading.in_past}, days);
    times_->find({reading.text, reading.now, false}, times);
    for (const Found& day : days) {
      for (const Found& time : times) {
        const bool is_after = time.begin >= day.end;
        const std::size_t gap_begin = is_after ? day.end : time.end;
        const std::size_t gap_end = is_after ? time.begin : day.begin;
        if (gap_end < gap_begin) continue;
        const std::string_view gap = reading.text.substr(gap_begin, gap_end - gap_begin);
        if (!joint_.covers(gap)) continue;
        const Value from = side(time.value, "from"), to = side(time.value, "to");
        const auto on = [](const Value& date, const Value& time) {
          return time.is_null() ? Value() : Value(date.to_text() + "T" + time.to_text());
        };
        const Value last_day =
            is_before(to, from) ? shifted_by_days(day.value, 1) : day.value;  // the range passes midnight
        found.push_back({range_value(on(day.value, from), on(last_day, to)), is_after ? day.begin : time.begin,
                         is_after ? time.end : day.end});
      }
    }
    spans_.find_of_today(reading.text, day_of_moment(reading.now.local()), found);
  }

  bool is_point(const Value& value) const override { return is_iso(value, "", 16); }

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
