// Tests TelemetryTombstones: events that began before the erasure of their session ended are not sent.
#include "engine/telemetry_tombstones.h"

#include <catch2/catch.hpp>

using parley::engine::TelemetryTombstones;

TEST_CASE("a tombstone covers operations that began before it ended, and no later operations") {
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

TEST_CASE("active tombstones are always kept, and the oldest ended tombstones are dropped") {
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
  CHECK_FALSE(silence.covers("s9999", before));  // old tombstones are dropped
}
