// Time zones by their IANA names, as the operating system's database (tzdata) has them. Nothing is downloaded; the
// first name other than UTC that is looked for lists that database, once in the life of the process.
//
// libdate reads of a zone's file only the changes that are listed in it, which Debian's files do until 2037: later
// summers are taken for winters.
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
  TimeZone() = default;  // UTC, for which no database is needed

  // None for a name that the database does not have, in just these letters, or whose file cannot be read.
  static std::optional<TimeZone> find(std::string_view name);

  // What a clock shows there at an instant: milliseconds since it showed 1970-01-01 00:00.
  TimeMs local(TimeMs instant) const;

 private:
  const date::time_zone* zone_ = nullptr;  // lives as long as the process
};

// All that find() knows; just UTC where there is no database.
std::vector<std::string> time_zone_names();

}  // namespace parley::base
