// Tests that the reader stores every key of a tool in its field.
#include <catch2/catch.hpp>

#include "order_bot.h"

namespace parley::config {
namespace {

TEST_CASE("The keys of a tool are stored in their fields") {
  REQUIRE(order_bot().tools.size() == 4);
  const Tool& create = *order_bot().find_tool("refunds.create");
  CHECK(create.kind == Tool::Kind::kHost);
  CHECK(create.idempotent);
  CHECK(create.cases.empty());

  const Tool& track = *order_bot().find_tool("orders.track");
  CHECK(track.kind == Tool::Kind::kMock);
  CHECK(!track.idempotent);
  REQUIRE(track.cases.size() == 3);
  CHECK(track.cases[0].error == "no such order");
  CHECK(!track.cases[0].result);
  REQUIRE(track.cases[0].when.children.size() == 2);
  CHECK(track.cases[0].when.children[0].path == "order");
  CHECK(track.cases[0].when.children[1].children[0].op == Condition::Op::kGe);
  CHECK(track.cases[0].when.children[1].children[1].operand == Value(5));
  CHECK(track.cases[1].when.kind == Condition::Kind::kNot);
  CHECK(track.cases[1].when.children[0].op == Condition::Op::kExists);
  CHECK(track.cases[1].result->to_json() == R"([1,{"a":"b"}])");
  CHECK(track.cases[2].when.children.empty());  // a condition without children always holds
  CHECK(track.cases[2].result->to_json() == R"({"status":"on its way"})");

  REQUIRE(order_bot().find_tool("orders.fail")->cases.size() == 1);
  CHECK(order_bot().find_tool("orders.fail")->cases[0].error == "broken");
  CHECK(order_bot().find_tool("nothing") == nullptr);
}

}  // namespace
}  // namespace parley::config
