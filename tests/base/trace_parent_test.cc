#include "base/trace_parent.h"

#include <string>

#include <catch2/catch.hpp>

using parley::base::parse_trace_parent;

TEST_CASE("a traceparent has a trace id, a span id and flags") {
  const auto parent = parse_trace_parent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  REQUIRE(parent);
  CHECK(parent->trace_id == "4bf92f3577b34da6a3ce929d0e0e4736");
  CHECK(parent->span_id == "00f067aa0ba902b7");
  CHECK(parent->flags == "01");
  CHECK(parse_trace_parent("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"));
}

TEST_CASE("every other text is no traceparent") {
  for (const char* text : {"", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                           "00-4BF92F3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                           "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                           "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                           "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                           "00-4bf92f3577b34da6a3ce929d0e0e473\n-00f067aa0ba902b7-01"}) {
    INFO(text);
    CHECK_FALSE(parse_trace_parent(text));
  }
}
