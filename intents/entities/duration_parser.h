// Durations: "3 days", "two and a half hours", "half an hour", "1 hour and 20 minutes", "2h30m", "a few weeks".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "intents/entities/calendar_words.h"
#include "intents/pattern.h"

namespace parley::intents {

struct ParsedDuration {
  long long months = 0;
  long long days = 0;
  long long seconds = 0;
  Unit unit = Unit::kDay;  // the smallest unit given
  bool is_vague = false;   // "a few"
  std::size_t begin = 0;
  std::size_t end = 0;

  bool has_clock() const { return seconds != 0; }
};

// Returns ISO 8601: "P1M", "P3D", "PT2H30M".
std::string to_iso(const ParsedDuration& length);

class DurationParser {
 public:
  // Returns durations from left to right. They do not overlap.
  std::vector<ParsedDuration> find(std::string_view text) const;

 private:
  Pattern unit_{R"(^(?:business |working |calendar )?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|d|nights?|)"
                R"(weeks?|wks?|w|fortnights?|months?|quarters?|years?|yrs?|y|decades?|century|centuries)\b)"};
  Pattern vague_{
      R"(\b(?:(?P<half>half(?: of)?(?: an?)?)|(?P<few>(?:a )?(?:few|couple(?: of)?|some|several))|)"
      R"((?P<one>an?|another|one(?: more)?|all|the whole|whole)) (?:more |extra |business |working )?)"
      R"((?P<unit>seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?|months?|quarters?|years?|decades?)\b)"
      R"((?P<and_half> and a half\b)?)"};
};

}  // namespace parley::intents
