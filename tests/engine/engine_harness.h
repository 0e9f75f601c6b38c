// A test bot, an engine over any store, and helpers to send messages, for the tests of the engine.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "parley/parley.h"
#include "tests/support/text.h"

namespace parley {

using Lines = std::vector<std::string>;

inline constexpr TimeMs kMinute = 60'000;
inline constexpr TimeMs kHour = 3'600'000;

inline const char* const kTestBot = R"(
parley: 1
bot: {id: desk}
entities:
  order_id:
    patterns: ['\b[Oo]-?(?P<value>\d{5})\b']
    canonical: 'O-{value}'
tools:
  orders.track: {kind: host, idempotent: true}
  refunds.create: {kind: host}
  news.send: {kind: mock, result: {sent: true}}
intents:
  - id: track
    match: [{regex: '\btrack|check\b.*\border'}]
    params:
      order_id: {type: order_id, required: true, ask: "Which order?"}
    steps:
      - {tool: orders.track, with: {order: "{order_id}"}, save: {where: result.where}, timeout: 200ms}
      - say: "{order_id} is {where}."
  - id: refund
    match: [{regex: '\brefund'}]
    params:
      order_id: {type: order_id, required: true, ask: "Refund which?"}
    steps:
      - tool: refunds.create
        with: {order: "{order_id}"}
        on_failure: [{say: The desk is closed.}]
      - say: Refunded.
  - id: pay
    match: [{regex: '\bpay\b'}]
    params:
      card: {type: credit_card, required: true, sensitive: true, ask: "Your card?"}
    steps: [{say: "Thanks, {card} is charged."}]
  - id: news
    match: [{regex: '\bnews'}]
    steps: [{tool: news.send}, {say: Subscribed.}]
  - id: vip
    match: [{regex: '\bvip'}]
    when: {context.vip: true}
    steps: [{say: "Welcome, {context.name}."}]
redaction: {params: [order_id], detect: [email]}
session: {ttl: 1h}
fallback: {say: "Pardon?"}
replies: {expired: It has been a while.}
)";

class CapturedSink final : public TelemetrySink {
 public:
  Result<std::size_t> write(const std::vector<std::string>& lines) override {
    const std::lock_guard lock(mutex_);
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    return lines.size();
  }
  std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> lines_;
};

struct EngineHarness {
  explicit EngineHarness(std::shared_ptr<SessionStore> store_to_use = create_memory_store(),
                         const std::string& bot = kTestBot)
      : store(std::move(store_to_use)) {
    auto loaded = Catalog::parse(bot, "desk.yaml");
    if (!loaded) FAIL(loaded.error().to_string());
    catalog = *loaded;
    open();
  }

  void open() {
    EngineOptions options;
    options.clock = clock;
    options.ids = ids;
    options.telemetry = more_sinks;
    options.telemetry.push_back(sink);
    options.telemetry_key = "key";
    options.user_key = user_key;
    options.limits = limits;
    options.sweep_every = {};
    engine = *Engine::create(catalog, store, options);
  }

  // Adds a tool function to the open engine.
  void tool(const std::string& name, ToolFunction function) {
    REQUIRE(engine->replace_catalog(catalog, {{name, std::move(function)}}).has_value());
  }

  Turn handle(const Request& request) {
    auto turn = engine->handle(request);
    if (!turn) FAIL(turn.error().to_string());
    return std::move(*turn);
  }
  Turn say(const std::string& text, const std::string& id = "") {
    Request request = Request::text("s1", text);
    request.id = id;
    return handle(request);
  }

  // Returns the texts of all stored messages, oldest first.
  Lines texts() const {
    Lines all;
    for (const Message& message : *store->messages("s1", 100)) all.push_back(message.text);
    return all;
  }

  // Returns all telemetry events so far.
  std::vector<std::string> events() const {
    REQUIRE(engine->flush_telemetry(std::chrono::minutes(1)));
    auto lines = sink->lines();
    REQUIRE_FALSE(lines.empty());  // a loop over no lines would test nothing
    return lines;
  }

  Limits limits;                                           // used by the next open()
  std::string user_key;                                    // used by the next open()
  std::vector<std::shared_ptr<TelemetrySink>> more_sinks;  // used by the next open()
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'000'000);
  std::shared_ptr<IdSource> ids = create_counted_ids("id-");
  std::shared_ptr<CapturedSink> sink = std::make_shared<CapturedSink>();
  std::shared_ptr<SessionStore> store;
  std::shared_ptr<const Catalog> catalog;
  std::unique_ptr<Engine> engine;
};

// Returns the test bot with another `session:` policy.
inline std::string bot_with_session(const std::string& session) {
  return replaced(kTestBot, "session: {ttl: 1h}", "session: " + session);
}

// Returns the test bot with a `memory:` section.
inline std::string bot_with_memory(const std::string& memory) {
  return std::string(kTestBot) + "memory: " + memory + "\n";
}

inline Request request_of_s1(decltype(Request::input) input) {
  Request request;
  request.session = "s1";
  request.input = std::move(input);
  return request;
}

inline ToolOutcome found_in_lyon(const ToolCall&) {
  return ToolOutcome::ok(Value(Value::Object{{"where", "in Lyon"}}));
}

}  // namespace parley
