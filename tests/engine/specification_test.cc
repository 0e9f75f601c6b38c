// Tests the requirements on sessions, turns and messages (docs/memory.md) whose numbers no other test names. X1, X2,
// ... number the resolutions of contradictions between requirements.
#include <set>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"

using namespace parley;

namespace {

// A store that records commits.
class Watched final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  struct Seen {
    bool complete = false;
    std::vector<Message> messages;
    std::vector<CallRecord> calls;
  };
  Result<void> commit(const Commit& commit) override {
    commits.push_back({commit.turn.complete, commit.messages, commit.calls});
    return inner()->commit(commit);
  }
  std::vector<Seen> commits;
};

std::string roles_in(const Watched::Seen& commit) {
  std::string roles;
  for (const Message& message : commit.messages) roles += std::string(to_string(message.role)) + " ";
  for (const CallRecord& call : commit.calls) roles += std::string("call:") + to_string(call.status) + " ";
  return roles + (commit.complete ? "." : "...");
}

Lines tools_used(const EngineHarness& harness) {
  Lines tools;
  const SessionRecord record = harness.store->record("s1")->value();
  for (const CallRecord& call : record.calls) tools.push_back(call.tool);
  return tools;
}

}  // namespace

TEST_CASE("X1: counts are written as numbers") {
  for (const auto& [count, written] : {std::pair{0, "\"seq\":0,"}, std::pair{7, "\"seq\":7,"},
                                       std::pair{50, "\"seq\":50,"}, std::pair{1114112, "\"seq\":1114112,"}}) {
    Turn turn;
    turn.seq = count;
    CHECK(to_json(turn).find(written) != std::string::npos);
    CHECK(Value(count).to_text() == std::to_string(count));
  }
}

TEST_CASE(
    "X5, X26, X44, X65: a turn is committed completely before its response returns, and a tool call before the tool "
    "runs") {
  struct Case {
    const char* text;
    Lines commits;
  };
  for (const Case& c : {
           Case{"hm", {"user assistant ."}},
           Case{"pay", {"user assistant ."}},
           Case{"track o12345", {"user call call:started ...", "tool assistant call:done ."}},
           Case{"refund o12345", {"user call call:started ...", "tool assistant call:failed ."}},
       }) {
    INFO(c.text);
    const auto store = std::make_shared<Watched>(create_memory_store());
    EngineHarness harness(store);
    harness.tool("orders.track", [&](const ToolCall& call) {
      CHECK(store->commits.size() == 1);
      return found_in_lyon(call);
    });
    harness.tool("refunds.create", [](const ToolCall&) { return ToolOutcome::failed("no"); });
    harness.say(c.text);
    Lines commits;
    for (const Watched::Seen& seen : store->commits) commits.push_back(roles_in(seen));
    CHECK(commits == c.commits);
  }
}

TEST_CASE("X17: a turn limit of 0 is no limit, a negative one is refused at its position, and 1 is a limit") {
  EngineHarness unlimited(create_memory_store(), bot_with_session("{max_turns: 0}"));
  for (int turn = 1; turn <= 60; ++turn) CHECK(unlimited.say("news").continued == (turn > 1));
  CHECK(unlimited.store->record("s1")->value().turns.size() == 60);

  const auto refused = Catalog::parse(bot_with_session("{max_turns: -1}"), "desk.yaml");
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().diagnostics.size() == 1);
  CHECK(refused.error().diagnostics[0].to_string().find("desk.yaml:42:22: error[") == 0);

  for (const char* at_limit : {"handoff", "refuse", "roll_over", "trim"}) {
    INFO(at_limit);
    EngineHarness one(create_memory_store(),
                      bot_with_session(std::string("{max_turns: 1, at_limit: ") + at_limit + "}"));
    for (int turn = 1; turn <= 5; ++turn) one.say("news");
    const std::string limit = at_limit;
    CHECK(one.store->load("s1")->value().turns == (limit == "refuse" ? 1 : 5));
    CHECK(one.store->record("s1")->value().turns.size() == (limit == "refuse" || limit == "trim" ? 1 : 5));
  }
}

TEST_CASE("X19: the lifetime of a session is a duration, and 0 is unlimited") {
  EngineHarness minutes(create_memory_store(), bot_with_session("{ttl: 90m}"));
  minutes.say("news");
  minutes.clock->set(minutes.clock->now() + 90 * kMinute - 1);
  CHECK(minutes.say("news").continued);
  minutes.clock->set(minutes.clock->now() + 90 * kMinute);
  CHECK(minutes.say("news").reason == "expired");

  EngineHarness for_ever(create_memory_store(), bot_with_session("{ttl: 0}"));
  for_ever.say("news");
  CHECK(for_ever.store->load("s1")->value().expires_at == 0);
  for_ever.clock->set(1000LL * 365 * 24 * 60 * kMinute);
  CHECK(for_ever.say("news").continued);

  CHECK_FALSE(Catalog::parse(bot_with_session("{ttl: 3}"), "desk.yaml"));  // a duration without a unit
}

TEST_CASE("X23: the tools of a session are always listed in the order of their use") {
  for (const auto& [first, second] : {std::pair{"track o12345", "refund o12345"}, {"refund o12345", "track o12345"}}) {
    const auto run = [first = first, second = second] {
      EngineHarness harness;
      harness.tool("orders.track", found_in_lyon);
      harness.tool("refunds.create", found_in_lyon);
      harness.say(first);
      harness.say(second);
      return tools_used(harness);
    };
    const Lines tools = run();
    const bool tracks_first = std::string(first) == "track o12345";
    CHECK(tools == (tracks_first ? Lines{"orders.track", "refunds.create"} : Lines{"refunds.create", "orders.track"}));
    CHECK(run() == tools);
  }
}

TEST_CASE(
    "X25: ids of sessions and messages that are too long or contain other characters than the allowed ones are "
    "refused") {
  EngineHarness harness;
  const std::string longest(128, 'a');
  for (const std::string& good : {std::string("a"), longest, std::string("5f0c7a3e-1b2d-4e5f-8a9b-0c1d2e3f4a5b"),
                                  std::string("Anna_B.C:d@e+f-9")}) {
    INFO(good);
    Request request = Request::text(good, "news");
    request.id = good;
    CHECK(harness.handle(request).session == good);
  }
  const std::int64_t sessions = harness.store->counts(0)->sessions;
  for (const std::string& bad :
       {longest + "a", std::string("a b"), std::string("../a"), std::string("a/b"), std::string("a\n"),
        std::string("a\0b", 3), std::string("\xC3\xA9"), std::string("'; DROP TABLE session; --")}) {
    INFO(bad);
    CHECK(harness.engine->handle(Request::text(bad, "news")).error().code == ErrorCode::kInvalidRequest);
    Request request = Request::text("a", "news");
    request.id = bad;
    CHECK(harness.engine->handle(request).error().code == ErrorCode::kInvalidRequest);
  }
  CHECK(harness.store->counts(0)->sessions == sessions);
  CHECK(harness.store->load("a")->value().turns == 1);
}

TEST_CASE("X45: a message without a session is refused and creates no session") {
  EngineHarness harness;
  CHECK(harness.engine->handle(Request::text("", "track")).error().code == ErrorCode::kInvalidRequest);
  CHECK(harness.store->counts(0)->sessions == 0);
  const auto without = parse_request(R"({"id":"m1","text":"track"})");
  REQUIRE_FALSE(without);
  CHECK(without.error().message.find("'session'") != std::string::npos);
}

TEST_CASE(
    "X66: a reset clears the params but keeps the messages, a new session has no params, and an erase deletes all "
    "messages") {
  EngineHarness harness;
  harness.say("refund");
  Request reset;
  reset.session = "s1";
  reset.input = SessionEvent::kReset;
  harness.handle(reset);
  const SessionState after = harness.store->load("s1")->value();
  CHECK(after.frames.empty());
  CHECK_FALSE(after.waiting.has_value());
  CHECK(harness.store->messages("s1", 100)->front().text == "refund");  // the messages stay

  harness.handle(Request::text("s2", "track"));
  CHECK(harness.store->load("s1")->value() == after);

  CHECK(forget_session(*harness.store, "s1")->messages == after.messages);
  CHECK_FALSE(harness.store->load("s1")->has_value());
  CHECK(harness.store->messages("s1", 100)->empty());
  CHECK(harness.store->load("s2")->has_value());
}

TEST_CASE("X67: when a response returns, its turn is already stored completely") {
  EngineHarness harness;
  for (std::int64_t seq = 1; seq <= 3; ++seq) {
    const Turn turn = harness.say("news", "m" + std::to_string(seq));
    CHECK(turn.seq == seq);
    CHECK(harness.store->load("s1")->value().turns == seq);
    CHECK(harness.store->find_turn("s1", turn.id)->value().complete);
  }
  CHECK(harness.say("news", "m2").seq == 2);
}

TEST_CASE("F1: an engine gives each conversation a random id of 128 bits") {
  const auto catalog = *Catalog::parse(kTestBot, "desk.yaml");
  const auto store = create_memory_store();
  std::set<std::string> ids;
  for (int engines = 0; engines < 2; ++engines) {
    const auto engine = *Engine::create(catalog, store);
    for (int session = 0; session < 3; ++session) {
      const auto turn = engine->handle(Request::text("s" + std::to_string(3 * engines + session), "news"));
      REQUIRE(turn);
      const std::string& id = turn->continuation_id;
      CHECK(id.size() == 32);
      CHECK(id.find_first_not_of("0123456789abcdef") == std::string::npos);
      ids.insert(id);
    }
  }
  CHECK(ids.size() == 6);
}

TEST_CASE("F3: a session is stored with its bot, its user, and the times of its first and last turn") {
  EngineHarness harness;
  Request request = Request::text("s1", "refund");
  request.user = "ann";
  harness.handle(request);
  const TimeMs began = harness.clock->now();
  harness.clock->set(began + kMinute);
  harness.handle(request);
  const SessionInfo summary = harness.store->summary("s1")->value();
  CHECK(summary.bot == "desk");
  CHECK(summary.notes.user == harness.engine->user_hash("ann"));
  CHECK(summary.created_at == began);
  CHECK(summary.updated_at == began + kMinute);
}

TEST_CASE("F7: every response has the continuation id of its conversation, and tool results name their tool") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  const std::string id = harness.say("track o12345").continuation_id;
  CHECK_FALSE(id.empty());
  CHECK(harness.say("news").continuation_id == id);
  CHECK(harness.handle(Request::text("s2", "news")).continuation_id != id);
  Lines tools;
  for (const Message& message : *harness.store->messages("s1", 100)) {
    if (message.role == Role::kTool) tools.push_back(message.text);
  }
  CHECK(tools == Lines{"orders.track: ok", "news.send: ok"});
}

TEST_CASE("F27, F31: a message is stored with its author, turn and time, from the request or the clock") {
  EngineHarness harness;
  harness.say("refund");
  Request later = Request::text("s1", "cancel");
  later.now = 1'234'567;
  harness.handle(later);
  const auto messages = *harness.store->messages("s1", 100);
  REQUIRE(messages.size() == 4);
  CHECK(messages[0] == Message{1, 1, Role::kUser, "refund", 1'000'000});
  CHECK(messages[1] == Message{2, 1, Role::kAssistant, "Refund which?", 1'000'000});
  CHECK(messages[2] == Message{3, 2, Role::kUser, "cancel", 1'234'567});
  CHECK(messages[3].at == 1'234'567);
}

TEST_CASE("F37: the session stores its last intent and its last tool result") {
  EngineHarness harness;
  harness.tool("orders.track", found_in_lyon);
  harness.say("track o12345");
  const auto state = [&] { return harness.store->load("s1")->value(); };
  CHECK(state().last_intent == "track");
  CHECK(state().last_result == Value(Value::Object{{"where", "in Lyon"}}));
  harness.say("pay");
  CHECK(state().last_intent == "pay");
  CHECK(harness.store->summary("s1")->value().last_intent == "pay");
}
