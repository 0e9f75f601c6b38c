// Tests that the reader stores every key of an entity in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of an entity are stored in their fields") {
  REQUIRE(order_bot().entities.size() == 2);
  const Entity& order = *order_bot().find_entity("order_id");
  CHECK(texts_of(order.patterns) == Strings{"\\bO-(?P<value>\\d{5})\\b", "#(?P<value>\\d{5})"});
  REQUIRE(order.canonical);
  CHECK(order.canonical->source == "O-{value}");
  CHECK(order.canonical->pieces[0].placeholder == "value");
  CHECK(texts_of(order.examples) == Strings{"O-12345", "#12345"});
  CHECK(order.examples[1].mark.line == 9);
  CHECK(order.examples[1].mark.column == 25);
  CHECK(order.values.empty());

  const Entity& reason = *order_bot().find_entity("reason");
  CHECK(reason.patterns.empty());
  CHECK(!reason.canonical);
  REQUIRE(reason.values.size() == 3);
  CHECK(reason.values[0].canonical.value == "it is damaged");
  CHECK(texts_of(reason.values[0].synonyms) == Strings{"broken", "crack(ed)?"});
  CHECK(reason.values[1].synonyms.empty());
  CHECK(reason.values[2].canonical.value == "no");
}

}  // namespace
}  // namespace parley::config
