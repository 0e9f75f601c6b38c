// Now is the time at which a message is read, in the user's time zone. Relative days use the local clock. Durations use
// elapsed time, so a change to or from summer time does not affect them.
#pragma once

#include "base/time_zone.h"
#include "parley/clock.h"

namespace parley::intents {

class Now {
 public:
  Now() = default;
  Now(TimeMs instant, const base::TimeZone& zone, bool day_first = false)
      : instant_(instant), zone_(zone), local_(zone.local(instant)), day_first_(day_first) {}

  TimeMs local() const { return local_; }
  bool day_first() const { return day_first_; }  // 3/4 is April 3
  TimeMs local_after(TimeMs length) const { return zone_.local(instant_ + length); }

 private:
  TimeMs instant_ = 0;
  base::TimeZone zone_;
  TimeMs local_ = 0;
  bool day_first_ = false;
};

}  // namespace parley::intents
