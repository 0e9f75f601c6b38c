// Tests the backoff after failures.
#include "telemetry/backoff.h"

#include <catch2/catch.hpp>

using parley::TimeMs;
using parley::telemetry::Backoff;

TEST_CASE("each failure doubles the backoff up to the maximum, and a success ends it") {
  Backoff backoff(1'000, 60'000);
  TimeMs now = 5'000'000;
  CHECK(backoff.lets_pass(now));
  for (const TimeMs rest : {1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 60'000, 60'000}) {
    backoff.failed(now);
    CHECK_FALSE(backoff.lets_pass(now));
    CHECK_FALSE(backoff.lets_pass(now + rest - 1));
    now += rest;
    CHECK(backoff.lets_pass(now));
  }
  backoff.succeeded();
  CHECK(backoff.lets_pass(now));
  backoff.failed(now);
  CHECK(backoff.lets_pass(now + 1'000));
}

TEST_CASE("a failing server may request a longer backoff, up to the maximum") {
  Backoff backoff(1'000, 60'000);
  backoff.failed(0, 30'000);
  CHECK_FALSE(backoff.lets_pass(29'999));
  CHECK(backoff.lets_pass(30'000));
  backoff.failed(30'000, 86'400'000);
  CHECK(backoff.lets_pass(90'000));
}

TEST_CASE("setting a clock back ends the backoff") {
  Backoff backoff(1'000, 60'000);
  backoff.failed(5'000'000);
  CHECK_FALSE(backoff.lets_pass(5'000'500));
  CHECK(backoff.lets_pass(4'000'000));
}
