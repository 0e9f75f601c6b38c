// ClockSpans finds parts of a day: named parts ("the morning", "lunchtime") and hours in a clear range ("from 9 to 5",
// "3-5pm"). A half of the day given for the end also applies to the beginning: "3 to 5 pm" is in the afternoon.
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"
#include "intents/pattern.h"

namespace parley::intents {

class ClockSpans {
 public:
  ClockSpans();

  // Finds parts of any day: {"from": "09:00", "to": "17:00"}.
  void find(std::string_view text, std::vector<Found>& out) const;

  // Finds parts relative to the current day: "tonight", "this morning", "yesterday evening".
  void find_of_today(std::string_view text, long long today, std::vector<Found>& out) const;

 private:
  Pattern hours_;
  Pattern part_;
  Pattern part_of_today_;
};

}  // namespace parley::intents
