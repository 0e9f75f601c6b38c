// A bot that asks a language model, and models for it.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "engine/engine_harness.h"
#include "memory/forwarding_store.h"

namespace parley {

inline const char* const kModelBot = R"(
parley: 1
bot: {id: desk}
llm: {model: small, timeout: 300ms}
understanding: {llm: fallback}
entities:
  order_id: {patterns: ['\bO-\d{5}\b']}
  size: {values: {small: [tiny], large: []}}
tools:
  orders.find: {kind: host, idempotent: true}
  orders.send: {kind: host}
  orders.remove: {kind: host}
intents:
  - id: find
    match: [{regex: '\bfind\b'}]
    params: {order_id: {type: order_id, required: true, ask: Which order?}}
    steps: [{tool: orders.find, with: {order: "{order_id}"}}, {say: Found.}]
  - id: send
    match: [{regex: '\bsend\b'}]
    params:
      size: {type: size, required: true, ask: Which size?}
      order_id: {type: order_id, required: true, ask: Which order?}
    confirm: "Send {size} for {order_id}?"
    steps: [{tool: orders.send, with: {size: "{size}", order: "{order_id}"}}, {say: Sent.}]
  - id: drop
    match: [{regex: '\bdrop\b'}]
    params: {order_id: {type: order_id, required: true, ask: Drop which?}}
    steps: [{tool: orders.remove, with: {order: "{order_id}"}}, {say: Dropped.}]
  - id: pay
    match: [{regex: '\bpay\b'}]
    params: {card: {type: credit_card, required: true, sensitive: true, ask: Your card?}}
    steps: [{say: Paid.}]
  - id: mail
    match: [{regex: '\bmail\b'}]
    params: {address: {type: email, required: true, ask: Your address?}}
    steps: [{say: Noted.}]
redaction: {detect: [email]}
fallback: {say: "Pardon?"}
)";

// A model that calls a function, and keeps the requests.
class NotingModel final : public LanguageModel {
 public:
  using Function = std::function<Result<ModelAnswer>(const ModelRequest&)>;
  explicit NotingModel(Function function) : function_(std::move(function)) {}
  explicit NotingModel(const std::string& text)
      : NotingModel([text](const ModelRequest&) -> Result<ModelAnswer> {
          return ModelAnswer{text, {100, 20, 0}};
        }) {}

  Result<ModelAnswer> complete(const ModelRequest& request) override {
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    return function_(request);
  }
  std::vector<ModelRequest> requests() const {
    const std::lock_guard lock(mutex_);
    return requests_;
  }
  // All texts that the model received.
  std::string received() const {
    std::string all;
    for (const ModelRequest& request : requests()) {
      for (const ModelMessage& message : request.messages) all += message.text + "\n";
    }
    return all;
  }

 private:
  const Function function_;
  mutable std::mutex mutex_;
  std::vector<ModelRequest> requests_;
};

// A store in which another process stores a turn first, once.
class OvertakenStore final : public memory::ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  Result<void> commit(const Commit& commit) override {
    if (conflicts_-- > 0) return Unexpected(ErrorCode::kStaleVersion, "stale");
    return ForwardingStore::commit(commit);
  }

 private:
  int conflicts_ = 1;
};

struct ModelHarness {
  explicit ModelHarness(std::shared_ptr<LanguageModel> model, const std::string& bot = kModelBot) {
    auto loaded = Catalog::parse(bot, "desk.yaml");
    if (!loaded) FAIL(loaded.error().to_string());
    EngineOptions options;
    options.clock = clock;
    options.ids = create_counted_ids("id-");
    options.telemetry = {sink};
    options.telemetry_key = options.user_key = "key";
    options.sweep_every = {};
    options.model = std::move(model);
    for (const char* tool : {"orders.find", "orders.send", "orders.remove"}) {
      options.tools[tool] = [this](const ToolCall& call) {
        const std::lock_guard lock(mutex);
        calls.push_back(call.name + " " + Value(call.args).to_json());
        return ToolOutcome::ok(Value(Value::Object()));
      };
    }
    engine = *Engine::create(*loaded, store, std::move(options));
  }

  Turn say(const std::string& text, const std::string& id = "", const std::string& session = "s1") {
    Request request = Request::text(session, text);
    request.id = id;
    request.explain = true;
    auto turn = engine->handle(request);
    if (!turn) FAIL(turn.error().to_string());
    return std::move(*turn);
  }
  std::string reply(const std::string& text) {
    std::string all;
    for (const std::string& line : say(text).say) all += (all.empty() ? "" : " ") + line;
    return all;
  }
  // The newest message of the user.
  Message stored() const {
    const auto messages = *store->messages("s1", 100);
    Message last;
    for (const Message& message : messages) {
      if (message.role == Role::kUser) last = message;
    }
    return last;
  }

  std::mutex mutex;
  std::vector<std::string> calls;
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'000'000);
  std::shared_ptr<CapturedSink> sink = std::make_shared<CapturedSink>();
  std::shared_ptr<SessionStore> store = create_memory_store();
  std::unique_ptr<Engine> engine;
};

}  // namespace parley
