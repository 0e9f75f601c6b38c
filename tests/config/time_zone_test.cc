#include <catch2/catch.hpp>

#include "tests/config/reader_harness.h"

namespace parley::config {
namespace {

TEST_CASE("An unknown time zone is refused with the nearest name") {
  struct Row {
    const char* zone;
    const char* said;
  };
  for (const Row& row : {
           Row{"Europe/Berln", "unknown time zone 'Europe/Berln'; did you mean 'Europe/Berlin'?"},
           Row{"america/new_york", "unknown time zone 'america/new_york'; did you mean 'America/New_York'?"},
           Row{"The Moon",
               "unknown time zone 'The Moon'; use a name of the system's IANA database, such as Europe/Berlin"},
       }) {
    const BotReading reading = read("parley: 1\nbot: {id: b, time_zone: " + std::string(row.zone) +
                                    "}\nintents: [{id: a, match: [{regex: a}], steps: [{say: x}]}]\n");
    REQUIRE(reading.diagnostics.size() == 1);
    CHECK(reading.diagnostics[0].to_string() == "bot.yaml:2:25: error[E211]: " + std::string(row.said));
  }
}

}  // namespace
}  // namespace parley::config
