#include "base/time_zone.h"

#include <algorithm>

#include <catch2/catch.hpp>

#include "base/time.h"

namespace parley::base {
namespace {

// Returns the local time in `zone` at an instant of UTC.
std::string local(const char* zone, const char* instant) {
  const auto found = TimeZone::find(zone);
  return found ? format_iso8601(found->local(*parse_iso8601(instant))).substr(0, 16) : "unknown";
}

TEST_CASE("a time zone gives local time across clock changes") {
  struct Row {
    const char* zone;
    const char* instant;
    const char* shown;
  };
  for (const Row& row : {
           Row{"UTC", "2026-03-02T09:00:00Z", "2026-03-02T09:00"},
           Row{"Europe/Berlin", "2026-03-02T09:00:00Z", "2026-03-02T10:00"},
           Row{"America/New_York", "2026-03-02T03:00:00Z", "2026-03-01T22:00"},
           Row{"Asia/Kolkata", "2026-03-02T18:30:00Z", "2026-03-03T00:00"},
           Row{"US/Eastern", "2026-07-02T03:00:00Z", "2026-07-01T23:00"},
           Row{"Europe/Berlin", "2026-03-29T00:59:59Z", "2026-03-29T01:59"},
           Row{"Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00"},
           Row{"Europe/Berlin", "2026-10-25T00:59:59.999Z", "2026-10-25T02:59"},
           Row{"Europe/Berlin", "2026-10-25T01:00:00Z", "2026-10-25T02:00"},
           Row{"Europe/Berlin", "1969-12-31T23:30:00Z", "1970-01-01T00:30"},
           Row{"", "2026-03-02T09:00:00Z", "unknown"},
           Row{"CEST", "2026-03-02T09:00:00Z", "unknown"},
           Row{"europe/berlin", "2026-03-02T09:00:00Z", "unknown"},
           Row{"localtime", "2026-03-02T09:00:00Z", "unknown"},
           Row{"../../../etc/passwd", "2026-03-02T09:00:00Z", "unknown"},
           Row{"/usr/share/zoneinfo/Europe/Berlin", "2026-03-02T09:00:00Z", "unknown"},
       }) {
    INFO(row.zone << " at " << row.instant);
    CHECK(local(row.zone, row.instant) == row.shown);
  }
}

TEST_CASE("every listed time zone is found") {
  const auto names = time_zone_names();
  CHECK(std::count(names.begin(), names.end(), "UTC") == 1);
  CHECK(std::count(names.begin(), names.end(), "Europe/Berlin") == 1);
  for (const std::string& name : names) {
    INFO(name);
    CHECK(TimeZone::find(name));
  }
}

}  // namespace
}  // namespace parley::base
