// Tests the body of a request to an action server.
#include "tools/action_request.h"

#include <catch2/catch.hpp>

using namespace parley;

TEST_CASE("the tracker of an action has the arguments as slots, and the events that set them") {
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
  REQUIRE(body->at_path("tracker.events")->if_array()->size() == 2);
  CHECK(body->at_path("tracker.events")->if_array()->back().to_json() ==
        R"({"event":"slot","name":"order","timestamp":null,"value":"O-1"})");
  CHECK(body->at_path("tracker.active_loop")->to_json() == "{}");
}

TEST_CASE("the form of a validation is active") {
  struct Case {
    const char* action;
    bool is_validation;
    const char* active_loop;
  };
  for (const Case& each : {Case{"validate_order_form", true, R"({"name":"order_form"})"},
                           Case{"action_validate_slot_mappings", true, "{}"}, Case{"action_validate", false, "{}"}}) {
    CAPTURE(each.action);
    config::HttpTool tool;
    tool.method = "POST";
    tool.action.value = each.action;
    CHECK(tools::is_validation(tool) == each.is_validation);
    const auto request = tools::build_action_request(tool, {"c1", "t", {}, "key"}, {});
    REQUIRE(request);
    CHECK(Value::parse(*request->body)->at_path("tracker.active_loop")->to_json() == each.active_loop);
  }
}
