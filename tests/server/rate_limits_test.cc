#include "server/rate_limits.h"

#include <catch2/catch.hpp>

using namespace parley::server;

TEST_CASE("A bucket gives a burst, and then its rate") {
  RateLimits limits;
  for (int i = 0; i < 3; ++i) CHECK(limits.take("a", 2, 3, 1000) == 0);
  CHECK(limits.take("a", 2, 3, 1000) == 500);
  CHECK(limits.take("b", 2, 3, 1000) == 0);
  CHECK(limits.take("a", 2, 3, 1499) > 0);
  CHECK(limits.take("a", 2, 3, 1500) == 0);
  CHECK(limits.take("a", 2, 3, 1500) > 0);
  for (int i = 0; i < 3; ++i) CHECK(limits.take("a", 2, 3, 60'000) == 0);
  CHECK(limits.take("a", 2, 3, 60'000) > 0);
}

TEST_CASE("A charge takes tokens of the time to come") {
  RateLimits limits;
  CHECK(limits.take("a", 2, 2, 1000) == 0);
  for (int i = 0; i < 5; ++i) limits.charge("a", 2, 2, 1000);
  CHECK(limits.take("a", 2, 2, 1000) == 2500);
  CHECK(limits.take("a", 2, 2, 3499) > 0);
  CHECK(limits.take("a", 2, 2, 3500) == 0);
}

TEST_CASE("A clock that goes back gives no tokens") {
  RateLimits limits;
  CHECK(limits.take("a", 1, 1, 5000) == 0);
  CHECK(limits.take("a", 1, 1, 1000) > 0);
}

TEST_CASE("The bucket that was used longest ago makes room") {
  RateLimits limits(2);
  CHECK(limits.take("a", 1, 1, 0) == 0);
  CHECK(limits.take("b", 1, 1, 0) == 0);
  CHECK(limits.take("a", 1, 1, 0) > 0);
  CHECK(limits.take("c", 1, 1, 0) == 0);  // b goes
  CHECK(limits.take("a", 1, 1, 0) > 0);
  CHECK(limits.take("b", 1, 1, 0) == 0);
}
