// Tested by tests/cli/report_test.
#include "cli/time_args.h"

#include <charconv>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "cli/errors.h"
#include "parley/protocol.h"

namespace parley::cli {
namespace {

std::string format(TimeMs at, char between, bool with_milliseconds) {
  using namespace std::chrono;
  const sys_time<milliseconds> instant{milliseconds(at)};
  const auto midnight = std::chrono::floor<std::chrono::days>(instant);
  const year_month_day date{midnight};
  const hh_mm_ss time{instant - midnight};
  std::string text = fmt::format("{:04}-{:02}-{:02}{}{:02}:{:02}:{:02}", static_cast<int>(date.year()),
                                 static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), between,
                                 time.hours().count(), time.minutes().count(), time.seconds().count());
  if (with_milliseconds) text += fmt::format(".{:03}", time.subseconds().count());
  return text + "Z";
}

}  // namespace

Result<TimeMs> parse_time(const std::string& text) {
  const Value request(Value::Object{{"session", "clock"}, {"event", "silence"}, {"now", text}});
  const Result<Request> read = parse_request(request.to_json());
  if (!read || !read->now) {
    return usage_error(fmt::format("invalid time '{}'; use the form 2026-03-02T09:00:00Z", text));
  }
  return *read->now;
}

Result<TimeMs> parse_duration(const std::string& text) {
  static const std::map<std::string, TimeMs> kUnits = {
      {"s", 1'000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
  constexpr TimeMs kMaxNumber = 1'000'000;
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto unit = kUnits.find(std::string(end, text.data() + text.size()));
  if (failure != std::errc() || number < 0 || number > kMaxNumber || unit == kUnits.end()) {
    return usage_error(fmt::format("invalid duration '{}'; use the form 30d, 12h or 90m", text));
  }
  return number * unit->second;
}

std::string show_time(TimeMs at) { return format(at, ' ', false); }
std::string format_time(TimeMs at) { return format(at, 'T', true); }

}  // namespace parley::cli
