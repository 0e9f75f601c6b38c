#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "parley/protocol.h"
#include "parley/turn.h"

using namespace parley;

TEST_CASE("requests are parsed") {
  const auto request = parse_request(R"({"session":"s","id":"m","text":"hi","context":{"vip":true},
                                         "now":"1970-01-01T00:00:01Z","explain":true})");
  REQUIRE(request.has_value());
  CHECK(request->session == "s");
  CHECK(request->id == "m");
  CHECK(std::get<std::string>(request->input) == "hi");
  CHECK(*request->context.find("vip") == Value(true));
  CHECK(request->now == 1000);
  CHECK(request->explain);

  const auto own = parse_request(R"({"session":"s","understanding":{"intent":null,"params":{"a":1},"act":"affirm"}})");
  REQUIRE(own.has_value());
  CHECK_FALSE(std::get<NluResult>(own->input).intent.has_value());
  CHECK(std::get<NluResult>(own->input).act == Act::kAffirm);

  const auto failed = parse_request(R"({"session":"s","tool_result":{"call_id":"c","ok":false,"error":"no"}})");
  REQUIRE(failed.has_value());
  CHECK(std::get<ToolResult>(failed->input).outcome == ToolOutcome::failed("no"));

  CHECK(std::get<SessionEvent>(parse_request(R"({"session":"s","event":"end"})")->input) == SessionEvent::kEnd);
}

TEST_CASE("a request with very many values is refused, in whichever member they are") {
  const auto list_of = [](std::size_t count) {
    std::string json = "[1";
    for (std::size_t i = 1; i < count; ++i) json += ",1";
    return json + "]";
  };
  const char* const members[] = {
      R"("text":"a","context":{"a":)",      R"("text":"a","metadata":{"a":)",
      R"("understanding":{"params":{"a":)", R"("tool_result":{"call_id":"c","ok":true,"data":{"a":)",
      R"("write":{"metadata":{"a":)",       R"("no_such_member":{"a":{"b":)",
  };
  for (const char* member : members) {
    INFO(member);
    std::string head = std::string(R"({"session":"s",)") + member, tail;
    for (const char c : head) tail.insert(0, c == '{' ? "}" : "");
    const auto request = parse_request(head + list_of(kMostRequestValues) + tail);
    REQUIRE_FALSE(request);
    CHECK(request.error().code == ErrorCode::kLimitExceeded);
    CHECK(request.error().message == "the request has more than 20000 values");
    const auto fewer = parse_request(head + list_of(kMostRequestValues - 20) + tail);
    CHECK((fewer || fewer.error().code == ErrorCode::kInvalidRequest));
  }
}

TEST_CASE("an error names the mistake in a request") {
  struct Case {
    const char* json;
    const char* named;
  };
  const Case cases[] = {
      {"", "not valid JSON"},
      {"[]", "must be a JSON object"},
      {R"({"text":"hi"})", "'session' is missing"},
      {R"({"session":1,"text":"hi"})", "'session' must be text"},
      {R"({"session":"s"})", "exactly one of"},
      {R"({"session":"s","text":"a","event":"end"})", "exactly one of"},
      {R"({"session":"s","text":"a","conetxt":{}})", "unknown field in the request"},
      {R"({"session":"s","event":"stop"})", "silence, end, reset"},
      {R"({"session":"s","text":"a","now":"today"})", "'now'"},
      {R"({"session":"s","text":"a","context":[]})", "'context' must be an object"},
      {R"({"session":"s","understanding":{"act":"shout"}})", "understanding.act"},
      {R"({"session":"s","understanding":{"intnt":"x"}})", "'understanding'"},
      {R"({"session":"s","tool_result":{"ok":true}})", "'tool_result.call_id' is missing"},
      {R"({"session":"s","tool_result":{"call_id":"c","ok":true,"error":"x"}})", "goes with ok: false"},
      {R"({"session":"s","tool_result":{"call_id":"c","ok":true,"offer":{}}})",
       "'tool_result.offer' goes with ok: false"},
      {R"({"session":"s","tool_result":{"call_id":"c","ok":false,"offer":3}})",
       "'tool_result.offer' must be an object"},
      {R"({"session":"s","tool_result":{"call_id":"c","ok":false,"offer":{},"rejected":{}}})",
       "either 'rejected' or 'offer'"},
  };
  for (const Case& one : cases) {
    INFO(one.json);
    const auto request = parse_request(one.json);
    REQUIRE_FALSE(request.has_value());
    CHECK(request.error().code == ErrorCode::kInvalidRequest);
    CHECK(request.error().message.find(one.named) != std::string::npos);
  }
}

TEST_CASE("an error does not repeat the name of an unknown field, because the name could be a private value") {
  CHECK(parse_request(R"({"session":"s","text":"a","4111111111111111":1})").error().message.find("4111") ==
        std::string::npos);
}

TEST_CASE(
    "the turn hash depends on replies and steps, and not on the session, the message id, the turn number or "
    "idempotency keys") {
  Turn turn;
  turn.session = "a";
  turn.id = "1";
  turn.say = {"hi"};
  turn.steps = {Say{"hi"}, ToolCall{"call-1", "t", {}, "key-1"}};
  Turn same = turn;
  same.session = "b";
  same.id = "2";
  same.seq = 9;
  std::get<ToolCall>(same.steps[1]).idempotency_key = "key-2";
  CHECK(turn_hash(turn) == turn_hash(same));
  Turn other = turn;
  other.say = {"ho"};
  CHECK(turn_hash(turn) != turn_hash(other));
}

TEST_CASE("random lines never crash the reader") {
  CHECK(rc::check([](const std::string& line) {
    const auto request = parse_request(line);
    const bool answered = request.has_value() || !request.error().message.empty();
    RC_ASSERT(answered);
  }));
}
