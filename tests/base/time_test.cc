#include "base/time.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace parley;
using namespace parley::base;

TEST_CASE("instants are parsed and written") {
  struct Case {
    const char* text;
    std::optional<TimeMs> at;
  };
  const Case cases[] = {
      {"1970-01-01T00:00:00Z", 0},
      {"1970-01-01", 0},
      {"2026-03-02T09:00:00Z", 1772442000000},
      {"2026-03-02T10:00:00+01:00", 1772442000000},
      {"2026-03-02T09:00", 1772442000000},
      {"2026-03-02 09:00:00.25", 1772442000250},
      {"1969-12-31T23:59:59.999Z", -1},
      {"2024-02-29", 1709164800000},
      {"2023-02-29", std::nullopt},
      {"2026-13-01", std::nullopt},
      {"2026-03-02T24:00", std::nullopt},
      {"2026-03-02T09:00:00+1", std::nullopt},
      {"2026-03-02T09:00:00Zjunk", std::nullopt},
      {"2026-3-2", std::nullopt},
      {"", std::nullopt},
  };
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(parse_iso8601(one.text) == one.at);
  }
  CHECK(format_iso8601(1772442000250) == "2026-03-02T09:00:00.250Z");
  CHECK(format_iso8601(-1) == "1969-12-31T23:59:59.999Z");
}

TEST_CASE("durations are parsed and written") {
  struct Case {
    const char* text;
    std::optional<TimeMs> ms;
  };
  const Case cases[] = {{"250ms", 250},
                        {"5s", 5'000},
                        {"90m", 5'400'000},
                        {"3h", 10'800'000},
                        {"7d", 604'800'000},
                        {"1h30m", 5'400'000},
                        {"0", 0},
                        {"", std::nullopt},
                        {"5", std::nullopt},
                        {"-5s", std::nullopt},
                        {"+5s", std::nullopt},
                        {"5 s", std::nullopt},
                        {"30m1h", std::nullopt},
                        {"1h1h", std::nullopt},
                        {"5x", std::nullopt},
                        {"s", std::nullopt},
                        {"999999999999999999d", std::nullopt}};
  for (const Case& one : cases) {
    INFO(one.text);
    CHECK(parse_duration(one.text) == one.ms);
  }
}

TEST_CASE("dates and days convert both ways") {
  CHECK(weekday(days_from_civil(2026, 3, 2)) == 1);  // a Monday
  CHECK(weekday(days_from_civil(1970, 1, 1)) == 4);
  CHECK(weekday(days_from_civil(1969, 12, 28)) == 0);
  CHECK(rc::check([] {
    const long long days = *rc::gen::inRange<long long>(-700'000, 2'900'000);
    const Civil date = civil_from_days(days);
    RC_ASSERT(valid_date(date.year, date.month, date.day));
    RC_ASSERT(days_from_civil(date.year, date.month, date.day) == days);
  }));
}

TEST_CASE("parsing a written instant gives the same instant") {
  CHECK(rc::check([] {
    const TimeMs at = *rc::gen::inRange<TimeMs>(-62'000'000'000'000, 250'000'000'000'000);
    RC_ASSERT(parse_iso8601(format_iso8601(at)) == at);
  }));
}
