// An event read back from its line.
#include "telemetry/event.h"

#include <catch2/catch.hpp>

#include "tests/telemetry/events.h"

using namespace parley;
using telemetry::ReadEvent;

TEST_CASE("an event has its members, and those of another kind are none") {
  const ReadEvent event(test::event_line("tool", R"(,"tool":7,"flag":true)"));
  CHECK(event.text("stage") == "tool");
  CHECK(event.number("us") == 120);
  CHECK(event.at() == 1772442000000);
  CHECK(event.text("tool").empty());
  CHECK(event.number("stage") == std::nullopt);
  CHECK(event.number("flag") == std::nullopt);
  CHECK(event.text("none").empty());
  CHECK(event.members().size() == 9);
}

TEST_CASE("what is no event has no members") {
  for (const char* line : {"", "null", "[1]", "{", "\"text\"", "{\"a\":1}x"}) {
    CAPTURE(line);
    const ReadEvent event(line);
    CHECK(event.members().empty());
    CHECK(event.text("stage").empty());
    CHECK(event.at() == std::nullopt);
  }
  CHECK(ReadEvent(R"({"ts":"yesterday"})").at() == std::nullopt);
  CHECK(ReadEvent(R"({"ts":5})").at() == std::nullopt);
}
