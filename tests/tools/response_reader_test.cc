// Tests that every response of a server becomes a result, a reason of the bot file, or a failure that quotes nothing.
#include "tools/response_reader.h"

#include <catch2/catch.hpp>

#include "intents/catalog_access.h"
#include "tests/tools/http_bot.h"

using namespace parley;
using Kind = ToolOutcome::Kind;
using tools::is_expected_error;
using tools::read_action_response;
using tools::read_response;

namespace {

const config::HttpTool& tool_of(const Catalog& catalog) {
  return *intents::definition_of(catalog).find_tool("t")->http;
}

base::HttpAnswer answer(long status, const std::string& body) {
  base::HttpAnswer out;
  out.status = status;
  out.body = body;
  return out;
}

}  // namespace

TEST_CASE("a response becomes the outcome of the call") {
  struct Case {
    long status;
    std::string body;
    Kind kind;
    std::string data;
  };
  const auto plain = test::bot_with_tool("kind: http, method: GET, url: 'https://shop.example/'", {});
  for (const Case& each : {
           Case{200, R"({"a":[1,{"b":null}]})", Kind::kOk, R"({"a":[1,{"b":null}]})"},
           Case{201, "5", Kind::kOk, "5"},
           Case{204, "", Kind::kOk, "null"},
           Case{200, " \n", Kind::kOk, "null"},
           Case{200, "<html>", Kind::kFailed, "null"},
           Case{200, "{\"a\":1", Kind::kFailed, "null"},
           Case{200, "{\"a\":1,\"a\":2}", Kind::kFailed, "null"},
           Case{200, std::string(60, '[') + std::string(60, ']'), Kind::kFailed, "null"},
           Case{200, "{\"a\":1" + std::string(400, '0') + "}", Kind::kFailed, "null"},
           Case{301, "{}", Kind::kFailed, "null"},
           Case{404, "{}", Kind::kFailed, "null"},
           Case{500, "secret 5ec2e7", Kind::kFailed, "null"},
       }) {
    CAPTURE(each.status, each.body);
    const ToolOutcome outcome = read_response(tool_of(*plain), answer(each.status, each.body));
    CHECK(outcome.kind == each.kind);
    CHECK(outcome.data.to_json() == each.data);
    CHECK_THAT(outcome.error, !Catch::Contains("5ec2e7"));
  }
}

TEST_CASE("a result is the parts of the response that the bot names") {
  const auto catalog = test::bot_with_tool(
      "kind: http, method: GET, url: 'https://shop.example/', result: {place: result.data.place, first: "
      "result.list.0.id, "
      "gone: result.no.where}",
      {});
  CHECK(
      read_response(tool_of(*catalog), answer(200, R"({"data":{"place":"Lyon"},"list":[{"id":7}]})")).data.to_json() ==
      R"({"first":7,"gone":null,"place":"Lyon"})");
  CHECK(read_response(tool_of(*catalog), answer(200, "3")).data.to_json() ==
        R"({"first":null,"gone":null,"place":null})");
}

TEST_CASE("an error that the bot expects is a result with its reason") {
  const auto catalog = test::bot_with_tool(
      "kind: http, method: GET, url: 'https://shop.example/', errors: [{status: 409, when: {result.code: done}, "
      "reason: "
      "already_done}, {status: 404, reason: not_found}]",
      {});
  const auto outcome = [&](long status, const char* body) {
    return read_response(tool_of(*catalog), answer(status, body));
  };
  CHECK(outcome(404, "<html>").data.to_json() == R"({"error":"not_found"})");
  CHECK(outcome(409, R"({"code":"done"})").data.to_json() == R"({"error":"already_done"})");
  CHECK(outcome(409, R"({"code":"busy"})").kind == Kind::kFailed);
  CHECK(outcome(409, "").kind == Kind::kFailed);
  CHECK(is_expected_error(tool_of(*catalog), answer(404, "")));
  CHECK(!is_expected_error(tool_of(*catalog), answer(500, "")));
}

TEST_CASE("the response of an action server has slots and texts") {
  const ToolCall call{"c1", "t", {{"order", "O-1"}, {"note", Value()}}, "key"};
  config::HttpTool validation, action;
  validation.action.value = "validate_order_form";
  action.action.value = "action_order";
  struct Case {
    const char* body;
    Kind kind;
    std::string data;
  };
  for (
      const Case& each : {
          Case{R"({"events":[],"responses":[]})", Kind::kOk, R"({"responses":[],"slots":{}})"},
          Case{
              R"({"events":[{"event":"slot","name":"place","value":"Lyon"},{"event":"bot"},{"event":"slot","name":"place",
                "value":"Paris"}],"responses":[{"text":"Hi"},{"image":"x"},{"text":"There"}]})",
              Kind::kOk, R"({"responses":["Hi","There"],"slots":{"place":"Paris"}})"},
          Case{R"({"events":[{"event":"slot","name":"order","value":null}],"responses":[{"text":"No such order."}]})",
               Kind::kRejected, R"({"order":"No such order."})"},
          Case{R"({"events":[{"event":"slot","name":"order","value":null}]})", Kind::kRejected, R"({"order":""})"},
          Case{R"({"events":[{"event":"slot","name":"note","value":null}]})", Kind::kOk,
               R"({"responses":[],"slots":{"note":null}})"},
          Case{R"({"events":[5,{"event":"slot"},{"event":"slot","name":7}]})", Kind::kOk,
               R"({"responses":[],"slots":{}})"},
          Case{
              R"({"events":[{"event":"slot","name":"a","value":1},{"event":"reset_slots"},
                {"event":"slot","name":"b","value":2},{"event":"followup","name":"action_next"},{"event":"restart"},
                {"event":"active_loop","name":null}],
                "responses":[{"text":null,"response":"utter_sent","template":"utter_sent"},{"template":"utter_old"}]})",
              Kind::kOk,
              R"({"followup":"action_next","response_names":["utter_sent","utter_old"],"responses":[],"slots":{"b":2}})"},
          Case{"{}", Kind::kFailed, "null"},
          Case{"<html>", Kind::kFailed, "null"},
      }) {
    CAPTURE(each.body);
    const ToolOutcome outcome = read_action_response(validation, answer(200, each.body), call);
    CHECK(outcome.kind == each.kind);
    CHECK(outcome.data.to_json() == each.data);
  }
  const char* const cleared = R"({"events":[{"event":"slot","name":"order","value":null}],"responses":[]})";
  CHECK(read_action_response(action, answer(200, cleared), call).data.to_json() ==
        R"({"responses":[],"slots":{"order":null}})");
  const ToolOutcome rejected =
      read_action_response(action, answer(400, R"({"error":"x","action_name":"action_order"})"), call);
  CHECK(rejected.kind == Kind::kFailed);
  CHECK(rejected.error == "the action rejected its execution (HTTP 400)");
  CHECK(read_action_response(action, answer(400, R"({"error":"x","action_name":"y"})"), call).error ==
        "the server responded with HTTP 400");
}
