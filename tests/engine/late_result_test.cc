// Tests tool results that arrive after their conversation has ended. The engine records each result once with its call
// and tells the caller that it came too late.
#include <functional>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/temp_folder.h"

using namespace parley;
using Status_ = CallRecord::Status;

namespace {

// A harness whose refund tool the caller runs, with a waiting call.
struct LateResultHarness {
  explicit LateResultHarness(std::shared_ptr<SessionStore> store = create_memory_store(),
                             const std::string& bot = kTestBot)
      : harness(std::move(store), bot) {
    harness.tool("refunds.create", {});
    called = harness.say("refund o12345");
    call = std::get<ToolCall>(called.steps.back());
  }

  Request result(ToolOutcome outcome = ToolOutcome::ok(Value())) const {
    return request_of_s1(ToolResult{call.call_id, std::move(outcome)});
  }
  std::string code_of(const Request& request) {
    const auto answer = harness.engine->handle(request);
    return answer ? "a turn" : to_string(answer.error().code);
  }
  CallRecord record() { return harness.store->find_call("s1", call.call_id)->value(); }

  EngineHarness harness;
  Turn called;
  ToolCall call;
};

std::string with_late_replies() {
  std::string bot = kTestBot;
  const std::string usual = "replies: {expired: It has been a while.}";
  return bot.replace(bot.find(usual), usual.size(),
                     "replies: {expired: It has been a while., late_done: It is done now., late_failed: It failed.}");
}

struct Case {
  const char* what;
  std::function<void(EngineHarness&)> end;
};
const Case kEnds[] = {
    {"expired, without a later message",
     [](EngineHarness& harness) { harness.clock->set(harness.clock->now() + kHour); }},
    {"expired and started again",
     [](EngineHarness& harness) {
       harness.clock->set(harness.clock->now() + kHour);
       harness.say("news");
     }},
    {"ended", [](EngineHarness& harness) { harness.handle(request_of_s1(SessionEvent::kEnd)); }},
    {"reset", [](EngineHarness& harness) { harness.handle(request_of_s1(SessionEvent::kReset)); }},
};

}  // namespace

TEST_CASE("a tool result that arrives after its conversation is recorded once with its call") {
  const test::TempFolder folder;
  int made = 0;
  for (const Case& c : kEnds) {
    for (const bool in_file : {false, true}) {
      INFO(c.what << (in_file ? ", in a file" : ", in memory"));
      LateResultHarness scene(in_file ? *open_sqlite_store(folder.file(std::to_string(++made) + ".db"))
                                      : create_memory_store());
      CHECK(scene.record().status == Status_::kStarted);
      c.end(scene.harness);
      const SessionState before = scene.harness.store->load("s1")->value();
      scene.harness.clock->set(scene.harness.clock->now() + 5);
      CHECK(scene.code_of(scene.result()) == "late_result");
      CHECK(scene.record().status == Status_::kDone);
      CHECK(scene.record().ended_at == scene.harness.clock->now());
      CHECK(scene.code_of(scene.result()) == "unknown_call");
      CHECK(scene.code_of(scene.result(ToolOutcome::failed("no"))) == "unknown_call");
      CHECK(scene.record().status == Status_::kDone);

      // The result reactivates no intent.
      const SessionState after = scene.harness.store->load("s1")->value();
      CHECK(after.updated_at == before.updated_at);
      CHECK(after.expires_at == before.expires_at);
      CHECK(after.ended == before.ended);
      CHECK(after.continuation_id == before.continuation_id);
      CHECK(after.frames == before.frames);
    }
  }
}

TEST_CASE("a late failure is recorded as a failure") {
  LateResultHarness scene;
  scene.harness.clock->set(scene.harness.clock->now() + kHour);
  CHECK(scene.code_of(scene.result(ToolOutcome::failed("no"))) == "late_result");
  CHECK(scene.record().status == Status_::kFailed);
}

TEST_CASE("a late result is in the history of its own conversation, and not in that of the next conversation") {
  for (const bool restarted : {false, true}) {
    INFO(restarted);
    LateResultHarness scene;
    scene.harness.clock->set(scene.harness.clock->now() + kHour);
    if (restarted) scene.harness.say("news");
    CHECK(scene.code_of(scene.result()) == "late_result");
    const auto messages = *scene.harness.store->messages("s1", 100);
    const std::int64_t began = scene.harness.store->load("s1")->value().began_turn;
    int results = 0;
    for (const Message& message : messages) {
      if (message.role == Role::kTool && message.details.tool == "refunds.create") ++results;
      if (restarted && message.turn >= began) CHECK(message.details.tool != "refunds.create");
    }
    CHECK(results == (restarted ? 0 : 1));
  }
}

TEST_CASE("if the bot has a text for late results, the next reply tells the user once about the result") {
  for (const bool failed : {false, true}) {
    INFO(failed);
    LateResultHarness scene(create_memory_store(), with_late_replies());
    scene.harness.clock->set(scene.harness.clock->now() + kHour);
    CHECK(scene.code_of(scene.result(failed ? ToolOutcome::failed("no") : ToolOutcome::ok(Value()))) == "late_result");
    const Turn next = scene.harness.say("news", "m2");
    CHECK(next.reason == "expired");
    CHECK(next.say == Lines{"It has been a while.", failed ? "It failed." : "It is done now.", "Subscribed."});
    CHECK(scene.harness.say("news", "m2").say == next.say);
    CHECK(scene.harness.say("news").say == Lines{"Subscribed."});
  }
  LateResultHarness quiet;
  quiet.harness.clock->set(quiet.harness.clock->now() + kHour);
  CHECK(quiet.code_of(quiet.result()) == "late_result");
  CHECK(quiet.harness.say("news").say == Lines{"It has been a while.", "Subscribed."});
}

TEST_CASE("a late result may name its conversation by continuation id instead of by session") {
  LateResultHarness scene;
  scene.harness.clock->set(scene.harness.clock->now() + kHour);
  scene.harness.say("news");
  Request late = scene.result();
  late.session.clear();
  late.continuation_id = scene.called.continuation_id;
  CHECK(scene.code_of(late) == "late_result");
  CHECK(scene.code_of(late) == "unknown_call");
}

TEST_CASE("an awaited result is not late, and a result with an unknown call id is refused") {
  LateResultHarness scene;
  CHECK(scene.harness.say("news").say == Lines{"One moment, I am still working on that."});
  Request other = scene.result();
  std::get<ToolResult>(other.input).call_id = "another";
  CHECK(scene.code_of(other) == "unknown_call");
  CHECK(scene.harness.handle(scene.result()).say == Lines{"Refunded."});
  CHECK(scene.code_of(scene.result()) == "unknown_call");
  scene.harness.clock->set(scene.harness.clock->now() + kHour);
  CHECK(scene.code_of(scene.result()) == "unknown_call");
}

TEST_CASE("telemetry reports a late result") {
  LateResultHarness scene;
  scene.harness.clock->set(scene.harness.clock->now() + kHour);
  CHECK(scene.code_of(scene.result()) == "late_result");
  int told = 0, refused = 0;
  for (const std::string& line : scene.harness.events()) {
    const Value event = *Value::parse(line);
    if (event.find("late")) {
      ++told;
      CHECK(*event.find("stage") == Value("tool"));
      CHECK(*event.find("tool") == Value("refunds.create"));
      CHECK(*event.find("outcome") == Value("ok"));
    }
    if (event.find("code") && *event.find("code") == Value("late_result")) ++refused;
  }
  CHECK(told == 1);
  CHECK(refused == 1);
}

TEST_CASE("a result is recorded with its call even if the new bot no longer has the intent") {
  LateResultHarness late;
  auto bot = Catalog::parse(replaced(kTestBot, "  - id: refund\n", "  - id: other\n"), "desk.yaml");
  REQUIRE(bot);
  REQUIRE(late.harness.engine->replace_catalog(*bot));
  CHECK(late.code_of(late.result()) == "late_result");
  CHECK(late.record().status == CallRecord::Status::kDone);
  CHECK(late.code_of(late.result()) == "unknown_call");
  CHECK(late.harness.say("news").say.back() == "Subscribed.");
}
