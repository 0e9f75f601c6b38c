// Periods: ranges of whole days that have a name. "this week", "the next 3 days", "April 2017", "2007", "the weekend".
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/calendar.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {

class Periods {
 public:
  Periods();

  // {"from": "2026-03-02", "to": "2026-03-08"}, both days included. As a part of something longer ("from march to
  // may") every month's name is a month. "30-31 February" is reported as impossible (Found::why).
  void find(std::string_view text, const Today& now, bool is_part, std::vector<Found>& out) const;

 private:
  Pattern unit_;
  Pattern units_;
  Pattern month_;
  Pattern year_;
  Pattern days_of_month_;
};

}  // namespace parley::intents
