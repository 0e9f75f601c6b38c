// Tests the sink that passes events to a function of the caller.
#include <stdexcept>

#include <catch2/catch.hpp>

#include "telemetry/queue.h"
#include "tests/telemetry/push_events.h"
#include "tests/telemetry/test_sinks.h"

using namespace parley;
using test::event_lines;
using test::EventLines;
using test::push;

TEST_CASE("a function is called with each event, and an exception loses only that event") {
  EventLines seen;
  const auto sink = create_callback_sink([&](std::string_view line) {
    seen.emplace_back(line);
    if (seen.size() == 2) throw std::runtime_error("no");
    if (seen.size() == 3) throw 42;
  });
  const EventLines lines = event_lines(5);
  telemetry::Queue queue({sink});
  push(queue, lines);
  REQUIRE(queue.flush(test::kPatience));
  CHECK(seen == lines);
  CHECK(queue.counts()[0].written == 3);
  CHECK(queue.counts()[0].lost == 2);
  CHECK(queue.counts()[0].errors == 1);
}

TEST_CASE("a sink without a function loses all events and reports no error") {
  const auto written = create_callback_sink(nullptr)->write(event_lines(3));
  REQUIRE(written);
  CHECK(*written == 0);
}
