// TimeZone finds time zones by IANA name in the operating system's database (tzdata). It downloads nothing. The first
// lookup of a name other than UTC reads the list of zones, once per process. A build without PARLEY_TIME_ZONES knows
// only UTC.
//
// Known limit: libdate uses only the transitions listed in a zone's file. Debian's files list them until 2037; after
// that, summer times are reported as winter times.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"

namespace date {
class time_zone;
}

namespace parley::base {

class TimeZone {
 public:
  TimeZone() = default;  // UTC; needs no database

  // Returns nullopt when the database has no zone of exactly this name (case-sensitive) or its file is unreadable.
  static std::optional<TimeZone> find(std::string_view name);

  // Returns the local wall clock time at an instant, in milliseconds since 1970-01-01 00:00 local time.
  TimeMs local(TimeMs instant) const;

 private:
  const date::time_zone* zone_ = nullptr;  // null for UTC; lives as long as the process
};

// Returns all names that find() accepts. Only UTC when there is no database.
std::vector<std::string> time_zone_names();

const char* time_zone_hint();  // what find() accepts, for the hint of a diagnostic

}  // namespace parley::base
