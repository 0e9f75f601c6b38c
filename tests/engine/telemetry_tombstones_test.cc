// Events of erased sessions that began before the erase are not sent.
#include "engine/telemetry_tombstones.h"

#include <catch2/catch.hpp>

using parley::engine::TelemetryTombstones;

TEST_CASE("events begun before the end of a tombstone are never sent, and later ones are") {
  TelemetryTombstones silence;
  const auto before = silence.now();
  CHECK_FALSE(silence.covers("a", before));
  silence.begin("a");
  CHECK(silence.covers("a", before));
  CHECK(silence.covers("a", silence.now()));
  CHECK_FALSE(silence.covers("b", silence.now()));
  silence.end("a");
  CHECK(silence.covers("a", before));
  CHECK_FALSE(silence.covers("a", silence.now()));
  CHECK_FALSE(silence.covers("b", before));
}

TEST_CASE("an active tombstone outlasts any number of others, and the latest are kept") {
  TelemetryTombstones silence;
  const auto before = silence.now();
  silence.begin("a");
  silence.end("a");
  silence.begin("a");
  for (int i = 0; i < 20'000; ++i) {
    silence.begin("s" + std::to_string(i));
    silence.end("s" + std::to_string(i));
  }
  CHECK(silence.covers("a", silence.now()));
  CHECK(silence.covers("s19999", before));
  CHECK(silence.covers("s10000", before));
  CHECK_FALSE(silence.covers("s9999", before));  // nothing is kept for ever
}
