// Tests the JSON of a dialog state (to_value in parley/protocol.h).
#include <catch2/catch.hpp>

#include "parley/protocol.h"
#include "parley/session.h"

using namespace parley;

namespace {

const char* const kEmpty =
    R"({"ended":false,"frames":[],"handed_off":null,"offered":[],"params":{},"queue":[],"turns":0,"unmatched":0,)"
    R"("waiting":null})";

SessionState refund() {
  SessionState state;
  Frame frame;
  frame.intent = "refund";
  frame.plan = 3;
  frame.step = StepPlace();
  frame.params["order_id"] = {Value("O-12345"), 2};
  frame.attempts.params["reason"].silent = 1;
  frame.skipped = {"note"};
  state.frames = {frame};
  return state;
}

PendingInput question(PendingInput::Awaited awaited) {
  PendingInput waiting;
  waiting.awaited = std::move(awaited);
  waiting.intent = "refund";
  waiting.attempt = 2;
  waiting.asked_at = 1000;
  return waiting;
}

}  // namespace

TEST_CASE("the state of a new session is empty") { CHECK(to_value(SessionState()).to_json() == kEmpty); }

TEST_CASE("each part of the state has its member") {
  struct Case {
    const char* path;
    const char* json;
  };
  SessionState state = refund();
  state.waiting = question(ToolWait{StepPlace(), ToolCall{"c1", "refunds.create", {{"order", "O-12345"}}, "k1"}, {}});
  state.waiting->expires_at = 2000;
  state.params["name"] = {Value("Ann"), 1};
  state.queue.push_back({});
  state.queue.back().intent = "track";
  state.offered.push_back({});
  state.offered.back().intent = "cancel";
  state.handed_off = HandedOff{"requested", 3000, 4, false, {}};
  state.unmatched = 2;
  state.ended = true;
  state.turns = 5;
  const Case cases[] = {
      {"frames.0.intent", R"("refund")"},
      {"frames.0.plan", "3"},
      {"frames.0.step", R"("0")"},
      {"frames.0.params.order_id", R"({"turn":2,"value":"O-12345"})"},
      {"frames.0.attempts.reason", R"({"invalid":0,"not_understood":0,"rejected":0,"silent":1})"},
      {"frames.0.skipped", R"(["note"])"},
      {"frames.0.confirmed", "false"},
      {"waiting.kind", R"("tool")"},
      {"waiting.param", "null"},
      {"waiting.attempt", "2"},
      {"waiting.asked_at", R"("1970-01-01T00:00:01.000Z")"},
      {"waiting.expires_at", R"("1970-01-01T00:00:02.000Z")"},
      {"waiting.call.name", R"("refunds.create")"},
      {"waiting.call.args", R"({"order":"O-12345"})"},
      {"params.name", R"({"turn":1,"value":"Ann"})"},
      {"queue", R"(["track"])"},
      {"offered", R"(["cancel"])"},
      {"handed_off", R"({"at":"1970-01-01T00:00:03.000Z","reason":"requested","turn":4})"},
      {"unmatched", "2"},
      {"ended", "true"},
      {"turns", "5"},
  };
  const Value shown = to_value(state);
  INFO(shown.to_json());
  for (const Case& one : cases) {
    INFO(one.path);
    const Value* part = shown.at_path(one.path);
    REQUIRE(part);
    CHECK(part->to_json() == one.json);
  }
}

TEST_CASE("a question that never closes has no end, and one without a call has no call") {
  SessionState state = refund();
  state.waiting = question(AskedParam{"reason", {}});
  const Value shown = to_value(state);
  CHECK(shown.at_path("waiting.param")->to_json() == R"("reason")");
  CHECK_FALSE(shown.at_path("waiting.expires_at"));
  CHECK_FALSE(shown.at_path("waiting.call"));
}
