// Periods finds named ranges of whole days: "this week", "the next 3 days", "April 2017", "2007", "the weekend".
#pragma once

#include <string_view>
#include <vector>

#include "intents/entities/calendar.h"
#include "intents/entities/recogniser.h"

namespace parley::intents {

class Periods {
 public:
  Periods();

  // Finds {"from": "2026-03-02", "to": "2026-03-08"}; the range includes both days. `is_part`: the text is part of a
  // longer range ("from march to may"), so every month name is a month. Reports "30-31 February" as impossible
  // (Found::why).
  void find(std::string_view text, const Today& now, bool is_part, std::vector<Found>& out) const;

 private:
  Pattern unit_;
  Pattern units_;
  Pattern month_;
  Pattern year_;
  Pattern days_of_month_;
};

}  // namespace parley::intents
