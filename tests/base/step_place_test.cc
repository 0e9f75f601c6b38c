#include "parley/step_place.h"

#include <catch2/catch.hpp>

namespace parley {
namespace {

using List = StepPlace::List;

TEST_CASE("the place of a step is written as text and read back unchanged") {
  const std::pair<const char*, StepPlace> table[] = {
      {"0", {}},
      {"12", {{{List::kSteps, 12}}}},
      {"2.then.1", {{{List::kSteps, 2}, {List::kThen, 1}}}},
      {"3.on_failure.0", {{{List::kSteps, 3}, {List::kOnFailure, 0}}}},
      {"4.on_timeout.1", {{{List::kSteps, 4}, {List::kOnTimeout, 1}}}},
      {"1.else.2.then.0", {{{List::kSteps, 1}, {List::kElse, 2}, {List::kThen, 0}}}},
      {"1.do.4.0", {{{List::kSteps, 1}, {List::kDo, 0, 4}}}},
      {"1.do.0.2.then.3.do.12.1", {{{List::kSteps, 1}, {List::kDo, 2, 0}, {List::kThen, 3}, {List::kDo, 1, 12}}}},
  };
  for (const auto& [text, place] : table) {
    INFO(text);
    CHECK(to_string(place) == text);
    CHECK(StepPlace::parse(text) == place);
  }
}

TEST_CASE("a text that is not the place of a step is refused") {
  for (const char* text : {"", "x", "2.then", "2.then.", "2.", ".2", "2.sideways.1", "2.do.1", "2.do.x.1", "-1", "1..2",
                           "1 ", "99999999999999999999", "if_unknown", "2.2"}) {
    INFO(text);
    CHECK(!StepPlace::parse(text));
  }
}

}  // namespace
}  // namespace parley
