// Tests Engine::replace_catalog with a newer version of the bot, while sessions are open and turns run.
#include <atomic>
#include <future>
#include <thread>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"
#include "tests/support/text.h"

using namespace parley;

namespace {

const char* const kFirst = R"(
parley: 1
bot: {id: kiosk}
entities:
  order_id:
    patterns: ['\b[Oo]-?(?P<value>\d{5})\b']
    canonical: 'O-{value}'
tools:
  orders.track: {kind: host, idempotent: true}
  news.send: {kind: mock, result: {sent: true}}
intents:
  - id: track
    match: [{regex: '\btrack\b'}]
    params:
      order_id: {type: order_id, required: true, ask: "Which order?"}
      email: {type: email, required: true, ask: "Your address?"}
    steps:
      - {tool: orders.track, with: {order: "{order_id}"}, save: {where: result.where}}
      - say: "{order_id} is {where}."
  - id: news
    match: [{regex: '\bnews'}]
    steps: [{tool: news.send}, {say: Subscribed.}]
fallback: {say: "Pardon?"}
)";

const char* const kPrivateHotel = R"(
parley: 1
bot: {id: hotel}
intents:
  - id: book
    match: [{regex: '\bbook\b'}]
    params:
      password: {type: free_text, required: true, sensitive: true, ask: "The password?"}
      night: {type: free_text, required: true, ask: "Which night?"}
    steps: [{say: Booked.}]
)";

std::string second_bot() { return replaced(kFirst, "{order_id} is {where}.", "Your order {order_id} is {where}."); }

std::shared_ptr<const Catalog> catalog_of(const std::string& yaml) {
  auto catalog = Catalog::parse(yaml, "kiosk.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

struct KioskHarness : EngineHarness {
  explicit KioskHarness(std::shared_ptr<SessionStore> store = create_memory_store())
      : EngineHarness(std::move(store), kFirst) {
    tool("orders.track", found_in_lyon);
  }
  void replace(const std::string& bot) {
    catalog = catalog_of(bot);
    const auto done = engine->replace_catalog(catalog);
    if (!done) FAIL(done.error().to_string());
  }
};

}  // namespace

TEST_CASE("an open session continues with the new version of the bot and keeps its values") {
  KioskHarness harness;
  CHECK(harness.say("track o12345").say == Lines{"Your address?"});
  harness.replace(second_bot());
  CHECK(harness.engine->catalog() == harness.catalog);
  const Turn turn = harness.say("anna@example.com");
  CHECK(turn.say == Lines{"Your order O-12345 is in Lyon."});
  CHECK(turn.continued);
  CHECK(harness.store->load("s1")->value().config_hash == harness.catalog->fingerprint());
}

TEST_CASE("a running turn ends with the version of the bot that it began with") {
  KioskHarness harness;
  const auto second = catalog_of(second_bot());
  std::atomic<bool> is_replaced{false};
  harness.tool("orders.track", [&](const ToolCall&) {
    is_replaced = harness.engine->replace_catalog(second).has_value();
    return found_in_lyon({});
  });
  CHECK(harness.say("track o12345, anna@example.com").say == Lines{"O-12345 is in Lyon."});
  CHECK(is_replaced);
  CHECK(harness.say("track o12345, anna@example.com").say == Lines{"Your order O-12345 is in Lyon."});
}

TEST_CASE("a message that waits for its session while the bot is replaced gets the new version") {
  KioskHarness harness;
  const auto second = catalog_of(second_bot());
  std::thread waits;
  Result<Turn> later = Unexpected(ErrorCode::kInternal, "not yet");
  harness.tool("orders.track", [&](const ToolCall&) {
    if (waits.joinable()) return found_in_lyon({});
    waits = std::thread([&] { later = harness.engine->handle(Request::text("s1", "track o54321, bob@example.com")); });
    (void)harness.engine->replace_catalog(second);
    return found_in_lyon({});
  });
  CHECK(harness.say("track o12345, anna@example.com").say == Lines{"O-12345 is in Lyon."});
  waits.join();
  REQUIRE(later);
  CHECK(later->say == Lines{"Your order O-54321 is in Lyon."});
}

TEST_CASE("after an attempt to set an unusable catalog, the engine keeps the former version") {
  KioskHarness harness;
  const auto first = harness.catalog;
  const auto is_refused = [&](const std::shared_ptr<const Catalog>& catalog, ErrorCode code, const char* message,
                              ToolFunctions tools = {}) {
    const auto refused = harness.engine->replace_catalog(catalog, std::move(tools));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == code);
    CHECK_THAT(refused.error().message, Catch::Contains(message));
    CHECK(harness.engine->catalog() == first);
    CHECK(harness.say("track o12345, anna@example.com").say == Lines{"O-12345 is in Lyon."});
  };
  is_refused(nullptr, ErrorCode::kInvalidRequest, "needs a catalog");
  is_refused(catalog_of(replaced(kFirst, "id: kiosk", "id: desk")), ErrorCode::kInvalidRequest, "the bot 'kiosk'");
  is_refused(catalog_of(second_bot()), ErrorCode::kUnknownTool, "'orders.find'", {{"orders.find", found_in_lyon}});
}

TEST_CASE("memory options out of range are refused when the bot is replaced, and the former version stays",
          "[topics]") {
  KioskHarness harness;
  bool is_wrong = false;
  EngineOptions options;
  options.sweep_every = {};
  options.adjust_memory = [&](MemoryOptions& memory) {
    memory.topics = TopicOptions();
    if (is_wrong) memory.topics->max_topics = 0;
  };
  const auto engine = *Engine::create(harness.catalog, harness.store, options);
  is_wrong = true;
  const auto refused = engine->replace_catalog(catalog_of(second_bot()));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::kInvalidRequest);
  CHECK(engine->catalog() == harness.catalog);
}

TEST_CASE("tool functions are kept for tools that the new version declares, and new functions replace them") {
  KioskHarness harness;
  std::string called;
  harness.tool("news.send", [&](const ToolCall&) {
    called += "1";
    return ToolOutcome::ok({});
  });
  harness.replace(second_bot());
  CHECK(harness.say("news").say == Lines{"Subscribed."});
  CHECK(called == "1");

  const auto second = [&](const ToolCall&) {
    called += "2";
    return ToolOutcome::ok({});
  };
  REQUIRE(harness.engine->replace_catalog(harness.catalog, {{"news.send", second}}));
  harness.say("news");
  CHECK(called == "12");

  REQUIRE(harness.engine->replace_catalog(harness.catalog, {{"news.send", nullptr}}));
  CHECK(harness.say("news").status == TurnStatus::kToolCall);

  // A version without the tool drops its function. If a later version declares the tool again, the bot's mock runs.
  std::string without = replaced(second_bot(), "  news.send: {kind: mock, result: {sent: true}}\n", "");
  without = replaced(without, "{tool: news.send}, ", "");
  harness.replace(without);
  harness.replace(second_bot());
  Request other = Request::text("s2", "news");
  CHECK(harness.handle(other).say == Lines{"Subscribed."});
}

TEST_CASE("redaction, contexts and topics use the settings of the new version") {
  KioskHarness harness;
  harness.say("write to anna@example.com");
  CHECK(contains(render_text(harness.engine->context("s1")->context), "anna@example.com"));
  CHECK(contains(harness.engine->redact("bob@example.com"), "bob@"));
  CHECK(harness.engine->topics("s1").error().code == ErrorCode::kInvalidRequest);

  harness.replace(second_bot() + "redaction: {detect: [email]}\nmemory: {topics: {}}\n");
  CHECK_FALSE(contains(render_text(harness.engine->context("s1")->context), "anna@"));
  CHECK_FALSE(contains(harness.engine->redact("bob@example.com"), "bob@"));
  CHECK(harness.engine->topics("s1").has_value());
}

TEST_CASE("retention and sweeps use the settings of the new version") {
  KioskHarness harness;
  harness.say("hello");
  harness.clock->sleep_for(std::chrono::hours(2));
  CHECK(harness.engine->context("s1", {Consumer::kLlm, 0, /*history=*/true}).has_value());
  CHECK(harness.engine->sweep()->erased == 0);

  harness.replace(second_bot() + "session: {retention: 1h}\n");
  const auto gone = harness.engine->context("s1", {Consumer::kLlm, 0, /*history=*/true});
  REQUIRE_FALSE(gone);
  CHECK(gone.error().code == ErrorCode::kUnknownSession);
  CHECK(harness.engine->sweep()->erased == 1);
}

TEST_CASE("an engine starts to sweep when the new version has a retention") {
  class SweptStore final : public memory::ForwardingStore {
   public:
    SweptStore() : ForwardingStore(create_memory_store()) {}
    Result<std::size_t> drop_expired_items(TimeMs now) override {
      if (!is_swept_.exchange(true)) swept_.set_value();
      return inner()->drop_expired_items(now);
    }
    std::future<void> swept() { return swept_.get_future(); }

   private:
    std::atomic<bool> is_swept_{false};
    std::promise<void> swept_;
  };
  const auto store = std::make_shared<SweptStore>();
  auto swept = store->swept();
  EngineOptions options;
  options.sweep_every = std::chrono::hours(1);
  const auto engine = *Engine::create(catalog_of(kFirst), store, options);
  REQUIRE(engine->replace_catalog(catalog_of(second_bot() + "session: {retention: 1h}\n")));
  swept.wait();  // the test's time limit ends a wait without a sweep
  REQUIRE(engine->replace_catalog(catalog_of(second_bot() + "session: {retention: 2h}\n")));
}

TEST_CASE("no session loses its values while the bot is replaced repeatedly") {
  constexpr int kThreads = 4, kSessions = 15;
  KioskHarness harness;
  const auto first = harness.catalog, second = catalog_of(second_bot());
  std::atomic<int> talking{kThreads}, wrong{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kSessions; ++i) {
        const std::string session = std::to_string(thread) + "." + std::to_string(i);
        const auto asked = harness.engine->handle(Request::text(session, "track o12345"));
        if (!asked || asked->say != Lines{"Your address?"}) ++wrong;
        const auto told = harness.engine->handle(Request::text(session, "anna@example.com"));
        const bool is_told =
            told && (told->say == Lines{"O-12345 is in Lyon."} || told->say == Lines{"Your order O-12345 is in Lyon."});
        if (!is_told) ++wrong;
        if (!harness.engine->context(session)) ++wrong;
      }
      --talking;
    });
  }
  for (int times = 0; talking > 0; ++times) {
    if (!harness.engine->replace_catalog(times % 2 == 0 ? second : first)) ++wrong;
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

TEST_CASE("a private value stays private under the former name of its param") {
  EngineHarness harness(create_memory_store(), kPrivateHotel);
  harness.say("book a room");
  harness.say("violet thistle");
  const auto shown = [&] {
    const auto context = harness.engine->context("s1", {Consumer::kAgent});
    REQUIRE(context);
    return render_json(context->dialog).to_json();
  };
  CHECK(shown() == R"({"intent":"book","params":{"password":"{password}"},"waiting_for_param":"night"})");
  const std::string second = replaced(kPrivateHotel, "password: {type", "phrase: {formerly: [password], type");
  REQUIRE(harness.engine->replace_catalog(catalog_of(second)));
  CHECK_FALSE(contains(shown(), "violet"));
  CHECK_FALSE(contains(harness.engine->redact("violet thistle", harness.store->load("s1")->value()), "violet"));
}

TEST_CASE("a private value stays private until the next turn if the new version does not have its param") {
  EngineHarness harness(create_memory_store(), kPrivateHotel);
  harness.say("book a room");
  harness.say("violet thistle");
  const std::string second =
      replaced(kPrivateHotel, "password: {type: free_text, required: true, sensitive: true", "room: {type: free_text");
  const std::string third = replaced(second, "id: book", "id: stay");
  for (const std::string& bot : {second, third}) {
    REQUIRE(harness.engine->replace_catalog(catalog_of(bot)));
    const auto context = harness.engine->context("s1", {Consumer::kAgent});
    REQUIRE(context);
    CHECK_FALSE(contains(render_json(context->dialog).to_json(), "violet"));
    CHECK_FALSE(contains(harness.engine->redact("violet thistle", harness.store->load("s1")->value()), "violet"));
  }
}

TEST_CASE("telemetry has the changes that fit a session to a replaced bot, once each") {
  KioskHarness harness;
  harness.say("track o12345");
  harness.replace(replaced(kFirst, "  - id: track\n", "  - id: find\n    formerly: [track]\n"));
  CHECK(harness.say("anna@example.com").say == Lines{"O-12345 is in Lyon."});
  int renamed = 0;
  for (const std::string& line : harness.events()) {
    for (std::size_t at = 0; (at = line.find(R"("rule":"intent_renamed")", at)) != std::string::npos; ++at) ++renamed;
  }
  CHECK(renamed == 1);
}
