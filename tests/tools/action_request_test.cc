// Tests the body of a request to an action server.
#include "tools/action_request.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("the tracker of an action has the arguments as slots, and no history") {
  config::HttpTool tool;
  tool.method = "POST";
  tool.action.value = "action_track";
  ToolCall call{"c1", "t", {{"order", "O-1"}, {"count", 2}}, "key"};
  call.session = "s1";
  const auto request = tools::build_action_request(tool, call, {});
  REQUIRE(request);
  CHECK(request->target == "/");
  const auto body = Value::parse(*request->body);
  REQUIRE(body);
  CHECK(*body->at_path("next_action") == Value("action_track"));
  CHECK(*body->at_path("sender_id") == Value("s1"));
  CHECK(body->at_path("tracker.slots")->to_json() == R"({"count":2,"order":"O-1"})");
  CHECK(body->at_path("tracker.events")->if_array()->empty());
}
