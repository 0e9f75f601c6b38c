// Time zones in a build without PARLEY_TIME_ZONES: only UTC.
//
// Tested by tests/absent/absent_test.cc.
#include "base/time_zone.h"

namespace parley::base {

std::optional<TimeZone> TimeZone::find(std::string_view name) {
  return name == "UTC" ? std::optional<TimeZone>(TimeZone()) : std::nullopt;
}

TimeMs TimeZone::local(TimeMs instant) const { return instant; }

std::vector<std::string> time_zone_names() { return {"UTC"}; }

const char* time_zone_hint() {
  return "this build of parley knows only UTC; configure it with -DPARLEY_TIME_ZONES=ON for other zones";
}

}  // namespace parley::base
