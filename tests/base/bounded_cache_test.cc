#include "base/bounded_cache.h"

#include <catch2/catch.hpp>

namespace parley::base {
namespace {

TEST_CASE("a cached value is made once and dropped when the cache is full") {
  BoundedCache<int> kept(2);
  int made = 0;
  const auto make = [&] { return std::make_shared<const int>(++made); };

  CHECK(kept.find("a") == nullptr);
  const auto first = kept.get("a", make);
  CHECK(*first == 1);
  CHECK(kept.get("a", make) == first);
  CHECK(kept.find("a") == first);
  CHECK(*kept.get("b", make) == 2);
  CHECK(kept.find("a") == first);

  CHECK(*kept.get("c", make) == 3);
  CHECK(kept.find("a") == nullptr);
  CHECK(*first == 1);
  CHECK(*kept.get("a", make) == 4);
}

TEST_CASE("the cache also remembers that a key has no value") {
  BoundedCache<int> kept(2);
  int tries = 0;
  const auto nothing = [&] { return ++tries, std::shared_ptr<const int>(); };
  CHECK(kept.get("a", nothing) == nullptr);
  CHECK(kept.get("a", nothing) == nullptr);
  CHECK(tries == 1);
}

}  // namespace
}  // namespace parley::base
