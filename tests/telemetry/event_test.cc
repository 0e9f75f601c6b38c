// Tests parsing an event from its line.
#include "telemetry/event.h"

#include <catch2/catch.hpp>

#include "tests/telemetry/test_sinks.h"

using namespace parley;
using telemetry::ReadEvent;

TEST_CASE("an event has the members of its line, and a member that is read as another type is unset") {
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

TEST_CASE("the texts and numbers of an event leave out members of other types") {
  const ReadEvent event(test::event_line("tool", R"(,"tool":"a.b","took_us":-7,"flag":true,"list":["x"])"));
  const telemetry::EventMembers members = event.texts_and_numbers();
  CHECK(members.text("stage") == "tool");
  CHECK(members.text("tool") == "a.b");
  CHECK(members.number("took_us") == -7);
  CHECK(members.number("tool") == std::nullopt);
  CHECK(members.text("took_us").empty());
  for (const char* absent : {"flag", "list", "none"}) {
    CAPTURE(absent);
    CHECK(members.text(absent).empty());
    CHECK(members.number(absent) == std::nullopt);
  }
}

TEST_CASE("an invalid event has no members") {
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

TEST_CASE("the error for an invalid event gives the reason and does not quote the event") {
  struct Row {
    const char* line;
    const char* why;
  };
  for (const Row& row :
       {Row{"secret", "not valid JSON at byte 1"}, Row{"[1]", "not an event: not a JSON object"},
        Row{R"({"stage":"tool"})", "not an event: missing version 'v'"},
        Row{R"({"v":2,"ts":"secret"})", "not an event: missing 'stage'"},
        Row{R"({"v":2,"stage":"tool","ts":"secret"})", "not an event: missing or invalid time 'ts'"}}) {
    const auto event = ReadEvent::parse(row.line);
    REQUIRE_FALSE(event);
    CHECK(event.error().code == ErrorCode::kInvalidRequest);
    CHECK(event.error().message == row.why);
  }
  const auto event = ReadEvent::parse(test::event_line("planned", R"(,"trace":["start track",7,"ask track.order"])"));
  REQUIRE(event);
  CHECK(event->names("trace") == std::vector<std::string>{"start track", "ask track.order"});
  CHECK(event->names("stage").empty());
}
