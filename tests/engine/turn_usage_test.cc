// Tests the usage of models and tools. It is stored with its message and added up for each session.
#include "memory/forwarding_store.h"
#include "tests/engine/engine_harness.h"

using namespace parley;

namespace {

Value usage_value(std::int64_t input, std::int64_t output, std::int64_t cost) {
  return Value::Object{{"input_tokens", input}, {"output_tokens", output}, {"cost", cost}};
}

// Returns the role and usage of each message.
std::vector<std::pair<Role, Value>> usages(const EngineHarness& harness) {
  std::vector<std::pair<Role, Value>> all;
  for (const Message& message : *harness.store->messages("s1", 100)) {
    const auto usage = message.details.metadata.find("usage");
    all.emplace_back(message.role, usage == message.details.metadata.end() ? Value() : usage->second);
  }
  return all;
}

using Usages = std::vector<std::pair<Role, Value>>;

Request request_with_usage(Usage usage, decltype(Request::input) input) {
  Request request;
  request.session = "s1";
  request.input = std::move(input);
  request.usage = usage;
  return request;
}

}  // namespace

TEST_CASE("F84: the usage that a request or a tool reports is stored with its message") {
  EngineHarness harness;
  harness.tool("orders.track", [](const ToolCall& call) {
    ToolOutcome outcome = found_in_lyon(call);
    outcome.usage = {1, 2, 3};
    return outcome;
  });
  harness.handle(request_with_usage({100, 20, 7}, "track o12345"));
  harness.handle(request_with_usage({5, 0, 0}, "hm"));
  harness.say("hm");
  const auto all = usages(harness);
  REQUIRE(all.size() >= 7);
  CHECK(all[0] == std::pair(Role::kUser, usage_value(100, 20, 7)));
  CHECK(all[1] == std::pair(Role::kCall, Value()));
  CHECK(all[2] == std::pair(Role::kTool, usage_value(1, 2, 3)));
  CHECK(all[3] == std::pair(Role::kAssistant, Value()));
  CHECK(all[4] == std::pair(Role::kUser, usage_value(5, 0, 0)));
  CHECK(all[6] == std::pair(Role::kUser, Value()));
  CHECK(harness.store->summary("s1")->value().usage == Usage{106, 22, 10});
}

TEST_CASE("F84: a tool result from the caller has the usage of the caller and of the tool") {
  EngineHarness harness;
  harness.tool("orders.track", {});
  const Turn called = harness.handle(request_with_usage({}, "track o12345"));
  ToolOutcome outcome = found_in_lyon({});
  outcome.usage = {1, 2, 3};
  harness.handle(request_with_usage({10, 20, 30}, ToolResult{std::get<ToolCall>(called.steps.at(0)).call_id, outcome}));
  for (const auto& [role, usage] : usages(harness))
    CHECK(usage == (role == Role::kTool ? usage_value(11, 22, 33) : Value()));
}

TEST_CASE("F84: the usage of a caller's NLU result or write is stored with the first message") {
  EngineHarness harness;
  harness.tool("news.send", found_in_lyon);
  NluResult own;
  own.intent = "pay";
  harness.handle(request_with_usage({4, 5, 6}, own));
  CHECK(usages(harness) == Usages{{Role::kAssistant, usage_value(4, 5, 6)}});
  SessionWrite write;
  write.messages = {{Role::kAssistant, "This is Ann."}, {Role::kAssistant, "It is refunded."}};
  harness.handle(request_with_usage({7, 8, 9}, write));
  CHECK(usages(harness) == Usages{{Role::kAssistant, usage_value(4, 5, 6)},
                                  {Role::kAssistant, usage_value(7, 8, 9)},
                                  {Role::kAssistant, Value()}});
}

TEST_CASE(
    "F84: usage is stored with the user's message, even if a reply about the expired conversation precedes the "
    "message") {
  EngineHarness harness;
  harness.say("track my order");
  harness.clock->set(harness.clock->now() + 2 * 3'600'000LL);
  harness.handle(request_with_usage({1, 2, 3}, "hm"));
  const auto all = usages(harness);
  REQUIRE(all.size() == 5);
  CHECK(all[2] == std::pair(Role::kAssistant, Value()));
  CHECK(all[3] == std::pair(Role::kUser, usage_value(1, 2, 3)));
}

TEST_CASE("F84: usage is stored with a withheld message, and a member `usage` in the caller's metadata is kept") {
  EngineHarness harness;
  harness.say("pay");
  harness.handle(request_with_usage({4, 5, 6}, "4111 1111 1111 1111"));
  CHECK(usages(harness)[2] == std::pair(Role::kUser, usage_value(4, 5, 6)));
  Request request = request_with_usage({1, 1, 1}, "hm");
  request.details.metadata["usage"] = "mine";
  harness.handle(request);
  const auto all = usages(harness);
  CHECK(all[all.size() - 2] == std::pair(Role::kUser, Value("mine")));
}

TEST_CASE("the usage of a late tool result is added to the usage of the session") {
  EngineHarness harness;
  harness.tool("orders.track", {});
  const Turn called = harness.handle(request_with_usage({100, 0, 0}, "track o12345"));
  harness.clock->set(harness.clock->now() + 2 * 3'600'000LL);
  ToolOutcome outcome = found_in_lyon({});
  outcome.usage = {1, 2, 3};
  const Request late =
      request_with_usage({10, 20, 30}, ToolResult{std::get<ToolCall>(called.steps.at(0)).call_id, outcome});
  CHECK(harness.engine->handle(late).error().code == ErrorCode::kLateResult);
  CHECK(usages(harness).back() == std::pair(Role::kTool, usage_value(11, 22, 33)));
  CHECK(harness.store->summary("s1")->value().usage == Usage{111, 22, 33});
}

TEST_CASE("the limits for the usage in a request also apply to the usage that a tool reports") {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  EngineHarness harness;
  harness.tool("orders.track", [](const ToolCall& call) {
    ToolOutcome outcome = found_in_lyon(call);
    outcome.usage = {-5, INT64_MAX, INT64_MIN};
    return outcome;
  });
  harness.say("track o12345");
  CHECK(usages(harness)[2] == std::pair(Role::kTool, usage_value(0, kMost, 0)));
  CHECK(harness.store->summary("s1")->value().usage == Usage{0, kMost, 0});
}

TEST_CASE("the usage of a message that finishes an interrupted turn is stored only with that message") {
  class DyingStore final : public memory::ForwardingStore {
   public:
    using ForwardingStore::ForwardingStore;
    Result<void> commit(const Commit& commit) override {
      if (commits_left-- <= 0) return Unexpected(ErrorCode::kStoreUnavailable, "gone");
      return inner()->commit(commit);
    }
    int commits_left = 1;
  };
  const auto kept = create_memory_store();
  Request tracked = request_with_usage({100, 0, 0}, "track o12345");
  tracked.id = "m1";
  EngineHarness dying(std::make_shared<DyingStore>(kept));
  dying.tool("orders.track", found_in_lyon);
  CHECK_FALSE(dying.engine->handle(tracked));

  EngineHarness harness(kept);
  harness.tool("orders.track", found_in_lyon);
  SECTION("the same message") {
    harness.handle(tracked);
    CHECK(harness.store->summary("s1")->value().usage == Usage{100, 0, 0});
    CHECK(usages(harness) == Usages{{Role::kUser, usage_value(100, 0, 0)},
                                    {Role::kCall, Value()},
                                    {Role::kTool, Value()},
                                    {Role::kAssistant, Value()}});
  }
  SECTION("another message") {
    harness.handle(request_with_usage({7, 0, 0}, "hm"));
    CHECK(harness.store->summary("s1")->value().usage == Usage{107, 0, 0});
    const auto all = usages(harness);
    REQUIRE(all.size() == 6);
    CHECK(all[2] == std::pair(Role::kTool, Value()));
    CHECK(all[4] == std::pair(Role::kUser, usage_value(7, 0, 0)));
  }
}
