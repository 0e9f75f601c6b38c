// Now: when a message is read, by the clocks of whoever wrote it. Days are told from what these show; a length of time
// is one that passes, whatever the clocks do meanwhile.
#pragma once

#include "base/time_zone.h"
#include "parley/clock.h"

namespace parley::intents {

class Now {
 public:
  Now() = default;
  Now(TimeMs instant, const base::TimeZone& zone) : instant_(instant), zone_(zone), local_(zone.local(instant)) {}

  TimeMs local() const { return local_; }
  TimeMs local_after(TimeMs length) const { return zone_.local(instant_ + length); }

 private:
  TimeMs instant_ = 0;
  base::TimeZone zone_;
  TimeMs local_ = 0;
};

}  // namespace parley::intents
