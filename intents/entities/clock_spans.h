// Stretches of a day: parts that have a name ("the morning", "lunchtime") and hours that a range makes clear ("from 9
// to 5", "3-5pm"). A half of the day said of the end counts for the beginning: "3 to 5 pm" is in the afternoon.
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/recogniser.h"
#include "intents/pattern.h"

namespace parley::intents {

class ClockSpans {
 public:
  ClockSpans();

  // Of any day: {"from": "09:00", "to": "17:00"}.
  void find(std::string_view text, std::vector<Found>& out) const;

  // "tonight", "this morning", "yesterday evening" as told from the day it is.
  void find_of_today(std::string_view text, long long today, std::vector<Found>& out) const;

 private:
  Pattern hours_;
  Pattern part_;
  Pattern part_of_today_;
};

}  // namespace parley::intents
