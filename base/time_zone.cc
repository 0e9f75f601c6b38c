#include "base/time_zone.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <span>

// libdate is built with the same setting: it uses the operating system's database and no network.
#define USE_OS_TZDB 1
#include <date/tz.h>

namespace parley::base {
namespace {

constexpr std::string_view kUtc = "UTC";
constexpr std::string_view kThisMachine = "localtime";  // depends on the machine, so it is not accepted

// Returns the zones sorted by name. Returns an empty list when there is no database: libdate then throws.
std::span<const date::time_zone> zones() {
  try {
    return date::get_tzdb().zones;
  } catch (const std::exception&) {
    return {};
  }
}

std::chrono::milliseconds offset_at(const date::time_zone& zone, TimeMs instant) {
  return zone.get_info(date::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(instant))).offset;
}

}  // namespace

std::optional<TimeZone> TimeZone::find(std::string_view name) {
  TimeZone found;
  if (name == kUtc) return found;
  const auto all = zones();
  const auto zone =
      std::lower_bound(all.begin(), all.end(), name,
                       [](const date::time_zone& one, std::string_view wanted) { return one.name() < wanted; });
  if (zone == all.end() || zone->name() != name || name == kThisMachine) return std::nullopt;
  try {
    offset_at(*zone, 0);  // reads the zone's file; later calls cannot fail
  } catch (const std::exception&) {
    return std::nullopt;
  }
  found.zone_ = &*zone;
  return found;
}

TimeMs TimeZone::local(TimeMs instant) const { return zone_ ? instant + offset_at(*zone_, instant).count() : instant; }

std::vector<std::string> time_zone_names() {
  std::vector<std::string> names{std::string(kUtc)};
  for (const date::time_zone& zone : zones()) {
    if (zone.name() != kUtc && zone.name() != kThisMachine) names.push_back(zone.name());
  }
  return names;
}

const char* time_zone_hint() { return "use a name of the system's IANA database, such as Europe/Berlin"; }

}  // namespace parley::base
