// Tests recovery after a crash. A store that stops writing simulates a process that died.
#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

// A store that accepts `commits_left` commits and fails every later one.
class DyingStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<void> commit(const Commit& commit) override {
    if (commits_left-- <= 0) return Unexpected(ErrorCode::kStoreUnavailable, "gone");
    return inner()->commit(commit);
  }

  int commits_left = 1'000;
};

struct Crash {
  int calls = 0;
  std::shared_ptr<SessionStore> kept = create_memory_store();

  // Simulates a process that dies after the tool has run and before its outcome is stored.
  void die_in(const char* text) {
    const auto dying = std::make_shared<DyingStore>(kept);
    EngineHarness harness(dying);
    register_tools(harness);
    dying->commits_left = 1;
    Request request = Request::text("s1", text);
    request.id = "m1";
    CHECK(harness.engine->handle(request).error().code == ErrorCode::kStoreUnavailable);
    CHECK(calls == 1);
  }
  void register_tools(EngineHarness& harness) {
    for (const char* name : {"orders.track", "refunds.create"}) {
      harness.tool(name, [this](const ToolCall& call) {
        ++calls;
        keys.push_back(call.idempotency_key);
        return found_in_lyon(call);
      });
    }
  }
  std::vector<std::string> keys;
};

}  // namespace

TEST_CASE("after a crash, an idempotent call is repeated with the same key") {
  Crash crash;
  crash.die_in("track o12345");
  EngineHarness harness(crash.kept);
  crash.register_tools(harness);
  const Turn turn = harness.say("track o12345", "m1");
  CHECK(turn.say == Lines{"O-12345 is in Lyon."});
  CHECK_FALSE(turn.duplicate);
  CHECK(crash.calls == 2);
  CHECK(crash.keys[0] == crash.keys[1]);
  CHECK(harness.say("track o12345", "m1").duplicate);
  CHECK(crash.calls == 2);
}

TEST_CASE("after a crash, a call that is not idempotent has the outcome unknown, and the failure branch replies") {
  Crash crash;
  crash.die_in("refund o12345");
  EngineHarness harness(crash.kept);
  crash.register_tools(harness);
  CHECK(harness.say("refund o12345", "m1").say == Lines{"The desk is closed."});
  CHECK(crash.calls == 1);
}

TEST_CASE("the id of an interrupted turn with another message is an error, and changes nothing") {
  Crash crash;
  crash.die_in("track o12345");
  EngineHarness harness(crash.kept);
  crash.register_tools(harness);
  Request other = Request::text("s1", "track o99999");
  other.id = "m1";
  CHECK(harness.engine->handle(other).error().code == ErrorCode::kMessageIdReused);
  CHECK_FALSE(harness.engine->find_turn("s1", "m1")->has_value());  // it is not complete
  CHECK(crash.calls == 1);
  CHECK(harness.say("track o12345", "m1").say == Lines{"O-12345 is in Lyon."});
  CHECK(harness.engine->handle(other).error().code == ErrorCode::kMessageIdReused);
  CHECK(crash.calls == 2);
}

TEST_CASE("an interrupted turn that another message finishes keeps the hash of its own input") {
  Crash crash;
  crash.die_in("track o12345");
  EngineHarness harness(crash.kept);
  crash.register_tools(harness);
  harness.say("news", "m2");
  CHECK(harness.say("track o12345", "m1").duplicate);
  CHECK(harness.say("news", "m2").duplicate);
}

TEST_CASE("another message after the crash first finishes the interrupted turn") {
  Crash crash;
  crash.die_in("refund o12345");
  EngineHarness harness(crash.kept);
  crash.register_tools(harness);
  const Turn next = harness.say("news", "m2");
  CHECK(next.say == Lines{"Subscribed."});
  CHECK(next.seq == 2);
  const Turn first = harness.say("refund o12345", "m1");
  CHECK(first.duplicate);
  CHECK(first.say == Lines{"The desk is closed."});
  CHECK(crash.calls == 1);
  Lines kept;
  for (const Message& message : *harness.store->messages("s1", 100)) kept.push_back(message.text);
  CHECK(kept == Lines{"refund o12345", R"({"order":"O-12345"})", "refunds.create: unknown", "The desk is closed.",
                      "news", "{}", "news.send: ok", "Subscribed."});
}

TEST_CASE("a session continues after a crash although the new bot lacks the tool, or the intent, of the call") {
  const std::string steps = R"(      - tool: refunds.create
        with: {order: "{order_id}"}
        on_failure: [{say: The desk is closed.}]
)";
  const std::string without_tool = replaced(replaced(kTestBot, steps, ""), "  refunds.create: {kind: host}\n", "");
  const std::string without_intent = replaced(without_tool, "  - id: refund\n", "  - id: other\n");
  for (const std::string& bot : {without_tool, without_intent}) {
    Crash crash;
    crash.die_in("refund o12345");
    EngineHarness harness(crash.kept, bot);
    const Turn first = harness.say("refund o12345", "m1");
    CHECK_FALSE(first.duplicate);
    CHECK(harness.say("news", "m2").say.back() == "Subscribed.");
    CHECK(harness.say("news", "m3").seq == 3);
    CHECK(harness.say("refund o12345", "m1").duplicate);
    CHECK(crash.calls == 1);
    const auto record = harness.store->record("s1")->value();
    REQUIRE(record.calls.size() >= 1);
    CHECK(record.calls.front().status == CallRecord::Status::kUnknown);
  }
}

TEST_CASE("an error after a tool call says that the tool has run") {
  const auto kept = create_memory_store();
  const auto dying = std::make_shared<DyingStore>(kept);
  EngineHarness harness(dying);
  harness.tool("orders.track", found_in_lyon);
  const auto fails_after = [&](int commits, const char* text) {
    dying->commits_left = commits;
    const auto turn = harness.engine->handle(Request::text("s1", text));
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::kStoreUnavailable);
    return turn.error().message;
  };
  CHECK(fails_after(0, "track o12345") == "gone");
  CHECK(fails_after(1, "track o12345") == "gone; a tool had already run in this turn");
  // The interrupted turn is finished first; the new turn fails.
  CHECK(fails_after(2, "news") == "gone");
}

TEST_CASE("X43: a turn whose commit fails has no effect") {
  const auto kept = create_memory_store();
  const auto dying = std::make_shared<DyingStore>(kept);
  EngineHarness harness(dying);
  dying->commits_left = 0;
  CHECK_FALSE(harness.engine->handle(Request::text("s1", "track")).has_value());
  REQUIRE(harness.events().size() == 1);
  CHECK(harness.events().front().find(R"("status":"error","code":"store_unavailable")") != std::string::npos);
  CHECK_FALSE(kept->load("s1")->has_value());
  dying->commits_left = 10;
  CHECK(harness.say("track").seq == 1);
}
