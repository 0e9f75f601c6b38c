#include "cli/moment.h"

#include <chrono>

#include <fmt/format.h>

#include "cli/report.h"
#include "parley/protocol.h"

namespace parley::cli {
namespace {

std::string format(TimeMs at, char between, bool with_milliseconds) {
  using namespace std::chrono;
  const sys_time<milliseconds> instant{milliseconds(at)};
  const auto midnight = floor<days>(instant);
  const year_month_day date{midnight};
  const hh_mm_ss time{instant - midnight};
  std::string text = fmt::format("{:04}-{:02}-{:02}{}{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), between,
                                 time.hours().count(), time.minutes().count(), time.seconds().count());
  if (with_milliseconds) text += fmt::format(".{:03}", time.subseconds().count());
  return text + "Z";
}

}  // namespace

Result<TimeMs> parse_moment(const std::string& text) {
  const Value request(Value::Object{{"session", "clock"}, {"event", "silence"}, {"now", text}});
  const Result<Request> read = parse_request(request.to_json());
  if (!read || !read->now) {
    return wrong_use(fmt::format("'{}' is not a time; write it like 2026-03-02T09:00:00Z", text));
  }
  return *read->now;
}

std::string show_moment(TimeMs at) { return format(at, ' ', false); }
std::string format_moment(TimeMs at) { return format(at, 'T', true); }

}  // namespace parley::cli
