// Tested by tests/intents/dates_test.cc.
#include "intents/entities/clock_spans.h"

#include <array>
#include <cstdio>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/calendar.h"
#include "intents/entities/matches.h"
#include "intents/entities/numbers.h"

namespace parley::intents {
namespace {

struct ClockPart {
  std::string_view word;  // word that its name contains
  std::string_view from;
  std::string_view to;
};

constexpr std::array<ClockPart, 6> kParts = {{{"early morning", "04:00", "08:00"},
                                              {"morning", "06:00", "12:00"},
                                              {"lunch", "11:00", "14:00"},
                                              {"afternoon", "12:00", "17:00"},
                                              {"evening", "17:00", "21:00"},
                                              {"night", "20:00", "23:59"}}};

const ClockPart& part_of(std::string_view word) {
  const std::string lower = base::lower_ascii(word);
  for (const ClockPart& part : kParts) {
    if (lower.find(part.word) != std::string::npos) return part;
  }
  return kParts.back();
}

Value range(Value from, Value to) { return Value(Value::Object{{"from", std::move(from)}, {"to", std::move(to)}}); }

// Returns minutes since midnight, or -1 if the text is not an hour of the day.
int minutes_of(std::string_view hour, std::string_view minute, std::string_view half) {
  const auto number = read_number(hour, 0);
  const std::int64_t* value = number && number->end == hour.size() ? number->value.if_int() : nullptr;
  if (!value || *value > 23) return -1;
  int in_day = static_cast<int>(*value) % (half.empty() ? 24 : 12);
  const std::string word = base::lower_ascii(half);
  if (!word.empty() && (word[0] == 'p' || word == "afternoon" || word == "evening")) in_day += 12;
  return in_day * 60 + (minute.empty() ? 0 : static_cast<int>(to_integer(minute)));
}

Value clock(int minutes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%02d:%02d", minutes / 60, minutes % 60);
  return Value(text.data());
}

std::string hour() {
  return R"((\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[:.]([0-5]\d))?)";
}
std::string half() { return R"( ?(?:([ap])\.?m\b\.?| in the (morning|afternoon|evening)| o'?clock)?)"; }

}  // namespace

ClockSpans::ClockSpans()
    : hours_("\\b(?:(from|between) )?" + hour() + half() + R"(( ?- ?| to | and | until | till ))" + hour() + half()),
      part_(
          "\\b(?:(?:later )?(?:in|during|at) (?:the )?(?:early |late )?(?:mornings?|afternoons?|evenings?|nights?|"
          "lunchtime|night-?time)|(?:early|late) (?:morning|afternoon|evening)|lunchtime|(?:mornings?|afternoons?|"
          "evenings?))\\b"),
      part_of_today_(
          "\\b(?:(?:later )?this (?:morning|afternoon|evening)|tonight|(last|tomorrow|yesterday) (?:morning|"
          "afternoon|evening|night))\\b") {}

void ClockSpans::find(std::string_view text, std::vector<Found>& out) const {
  for_each_match(hours_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    while (base::char_before(text, end, ' ')) --end;
    if (!base::stands_alone(text, begin, end) || base::char_at(text, end, '/') || base::char_before(text, begin, '/'))
      return;
    const std::string_view first_half = groups[4].empty() ? groups[5] : groups[4];
    const std::string_view half = groups[9].empty() ? groups[10] : groups[9];
    const bool is_joined_by_and = groups[6].find("and") != std::string_view::npos;
    const bool is_clear = !groups[1].empty() || !half.empty() || (!groups[3].empty() && !groups[8].empty());
    if (!is_clear || (is_joined_by_and && base::lower_ascii(groups[1]) != "between")) return;
    int from = minutes_of(groups[2], groups[3], first_half.empty() ? half : first_half);
    const int to = minutes_of(groups[7], groups[8], half);
    if (from < 0 || to < 0) return;
    if (first_half.empty() && from > to && from >= 720) from -= 720;  // "11 to 1 pm"
    out.push_back({range(clock(from), clock(to)), begin, end});
  });
  for_each_match(part_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    const ClockPart& part = part_of(groups[0]);
    out.push_back({range(Value(part.from), Value(part.to)), begin, end});
  });
}

void ClockSpans::find_of_today(std::string_view text, long long today, std::vector<Found>& out) const {
  for_each_match(part_of_today_, text, [&](const Pattern::Groups& groups, std::size_t begin, std::size_t end) {
    const std::string which = base::lower_ascii(groups[1]);
    const std::string day = to_date(which.empty()         ? today
                                    : which == "tomorrow" ? today + 1
                                                          : today - 1)
                                .to_text() +
                            "T";
    const ClockPart& part = part_of(groups[0]);
    out.push_back({range(Value(day + std::string(part.from)), Value(day + std::string(part.to))), begin, end});
  });
}

}  // namespace parley::intents
