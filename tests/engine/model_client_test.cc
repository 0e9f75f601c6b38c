// Tests the client of a language model: outcomes, limits, the cache, the circuit breaker and the time.
#include "engine/model_client.h"

#include <functional>
#include <future>
#include <stdexcept>

#include <catch2/catch.hpp>

using namespace parley;
using engine::ModelClient;
using engine::ModelOutcome;
using engine::ModelReply;
using engine::ModelSpending;

namespace {

constexpr const char* kAnswer = R"({"intents":[{"id":"hours"}]})";

class FunctionModel final : public LanguageModel {
 public:
  using Function = std::function<Result<ModelAnswer>(const ModelRequest&)>;
  explicit FunctionModel(Function function) : function_(std::move(function)) {}
  Result<ModelAnswer> complete(const ModelRequest& request) override {
    ++calls;
    return function_(request);
  }
  std::atomic<int> calls{0};

 private:
  const Function function_;
};

struct ClientHarness {
  explicit ClientHarness(FunctionModel::Function function)
      : model(std::make_shared<FunctionModel>(std::move(function))), client(model, clock) {
    llm.timeout = 100;
  }
  ModelReply ask(const std::string& message, const Usage& used = {}) {
    ModelSpending turn;
    return ask(message, used, turn);
  }
  ModelReply ask(const std::string& message, const Usage& used, ModelSpending& turn, const char* session = "s") {
    const auto is_json = [](const std::string& text) {
      return Value::parse(text) ? Result<void>() : Unexpected(ErrorCode::kInvalidRequest, "the answer is not JSON");
    };
    return client.ask(session, llm, {{{"user", message}}, {}, is_json}, used, turn);
  }
  std::string outcome(const std::string& message, const Usage& used = {}) {
    return to_string(ask(message, used).outcome);
  }

  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(1'000'000);
  std::shared_ptr<FunctionModel> model;
  ModelClient client;
  config::Llm llm;
};

FunctionModel::Function answering(const std::string& text) {
  return [text](const ModelRequest&) -> Result<ModelAnswer> { return ModelAnswer{text, {10, 5, 0}}; };
}

}  // namespace

TEST_CASE("an answer is parsed, and its usage is counted") {
  ClientHarness harness(answering(kAnswer));
  const ModelReply reply = harness.ask("a");
  CHECK(reply.outcome == ModelOutcome::kOk);
  CHECK(reply.text == kAnswer);
  CHECK(reply.usage == Usage{10, 5, 0});
  CHECK(reply.calls == 1);
}

TEST_CASE("an equal prompt gets the cached answer without a call") {
  ClientHarness harness(answering(kAnswer));
  (void)harness.ask("a");
  const ModelReply again = harness.ask("a");
  CHECK(again.outcome == ModelOutcome::kCached);
  CHECK(again.text == kAnswer);
  CHECK(again.usage == Usage());
  CHECK(harness.outcome("b") == "ok");
  CHECK(harness.model->calls == 2);
}

TEST_CASE("an invalid answer is repaired once") {
  ClientHarness harness([](const ModelRequest& request) -> Result<ModelAnswer> {
    return ModelAnswer{request.messages.size() == 1 ? "Sure!" : kAnswer, {10, 5, 0}};
  });
  const ModelReply reply = harness.ask("a");
  CHECK(reply.outcome == ModelOutcome::kOk);
  CHECK(reply.calls == 2);
  CHECK(reply.usage == Usage{20, 10, 0});

  ClientHarness hopeless(answering("<html>"));
  CHECK(hopeless.outcome("a") == "garbage");
  CHECK(hopeless.model->calls == 2);
}

TEST_CASE("a model that fails, throws or hangs has an outcome in time") {
  ClientHarness fails(
      [](const ModelRequest&) -> Result<ModelAnswer> { return Unexpected(ErrorCode::kInvalidRequest, "HTTP 429"); });
  CHECK(fails.outcome("a") == "error");
  ClientHarness throws([](const ModelRequest&) -> Result<ModelAnswer> { throw std::runtime_error("no"); });
  CHECK(throws.outcome("a") == "error");
  std::promise<void> released;
  ClientHarness hangs([release = released.get_future().share()](const ModelRequest&) -> Result<ModelAnswer> {
    release.wait();
    return ModelAnswer{kAnswer, {}};
  });
  const ModelReply reply = hangs.ask("a");
  CHECK(reply.outcome == ModelOutcome::kTimeout);
  CHECK(reply.usage.input_tokens > 0);
  released.set_value();
}

TEST_CASE("after three failures in a row the model rests, and then one call tries it") {
  bool works = false;
  ClientHarness harness([&works](const ModelRequest&) -> Result<ModelAnswer> {
    if (works) return ModelAnswer{kAnswer, {10, 5, 0}};
    return Unexpected(ErrorCode::kInvalidRequest, "down");
  });
  for (const char* message : {"a", "b", "c"}) CHECK(harness.outcome(message) == "error");
  works = true;
  CHECK(harness.outcome("d") == "resting");
  CHECK(harness.model->calls == 3);
  harness.clock->sleep_for(std::chrono::seconds(31));
  CHECK(harness.outcome("d") == "ok");
  CHECK(harness.outcome("e") == "ok");
}

TEST_CASE("one user's bad answers do not switch the model off for all") {
  struct Row {
    const char* bad;
    ModelAnswer answer;
  };
  const Row rows[] = {
      {"no valid JSON", ModelAnswer{"Sure!", {10, 5, 0}}},
      {"no text", ModelAnswer{{}, {10, 5, 0}, true, "the response contains no text"}},
  };
  for (const Row& row : rows) {
    INFO(row.bad);
    ClientHarness harness([&row](const ModelRequest& request) -> Result<ModelAnswer> {
      const bool is_hostile = request.messages.front().text.find("hostile") == 0;
      return is_hostile ? row.answer : ModelAnswer{kAnswer, {10, 5, 0}};
    });
    const auto outcome = [&](const std::string& message, const char* session) {
      ModelSpending turn;
      return std::string(to_string(harness.ask(message, {}, turn, session).outcome));
    };
    for (const char* message : {"hostile 1", "hostile 2", "hostile 3"}) CHECK(outcome(message, "mallory") == "garbage");
    const int calls = harness.model->calls;
    CHECK(outcome("hostile 4", "mallory") == "resting");
    CHECK(outcome("a", "mallory") == "resting");
    CHECK(harness.model->calls == calls);
    CHECK(outcome("a", "ann") == "ok");
    harness.clock->sleep_for(std::chrono::seconds(31));
    CHECK(outcome("b", "mallory") == "ok");
    CHECK(outcome("hostile 5", "mallory") == "garbage");
    CHECK(outcome("c", "mallory") == "ok");
  }
}

TEST_CASE("a bad answer whose repair fails or comes too late does not switch the model off for all") {
  const bool hangs = GENERATE(false, true);
  INFO(hangs);
  std::promise<void> released;
  ClientHarness harness(
      [&, release = released.get_future().share()](const ModelRequest& request) -> Result<ModelAnswer> {
        if (request.messages.front().text.find("hostile") != 0) return ModelAnswer{kAnswer, {10, 5, 0}};
        if (request.messages.size() == 1) return ModelAnswer{"Sure!", {10, 5, 0}};
        if (!hangs) return Unexpected(ErrorCode::kInvalidRequest, "HTTP 500");
        release.wait();
        return ModelAnswer{kAnswer, {}};
      });
  const auto outcome = [&](const std::string& message, const char* session) {
    ModelSpending turn;
    return std::string(to_string(harness.ask(message, {}, turn, session).outcome));
  };
  for (const char* message : {"hostile 1", "hostile 2", "hostile 3"}) {
    CHECK(outcome(message, "mallory") == (hangs ? "timeout" : "error"));
  }
  CHECK(outcome("a", "mallory") == "resting");
  CHECK(outcome("a", "ann") == "ok");
  released.set_value();
}

TEST_CASE("a bad answer to the trial call shows that the model works again") {
  bool is_down = true;
  ClientHarness harness([&is_down](const ModelRequest&) -> Result<ModelAnswer> {
    if (is_down) return Unexpected(ErrorCode::kInvalidRequest, "down");
    return ModelAnswer{"Sure!", {10, 5, 0}};
  });
  const auto outcome = [&](const std::string& message, const char* session) {
    ModelSpending turn;
    return std::string(to_string(harness.ask(message, {}, turn, session).outcome));
  };
  for (const char* message : {"a", "b", "c"}) CHECK(outcome(message, "ann") == "error");
  CHECK(outcome("d", "bob") == "resting");
  is_down = false;
  harness.clock->sleep_for(std::chrono::seconds(31));
  CHECK(outcome("e", "mallory") == "garbage");
  CHECK(outcome("f", "bob") == "garbage");
}

TEST_CASE("the tokens of a turn, a session and a day are limited") {
  const auto with = [](config::Llm::Limits limits) {
    auto harness = std::make_unique<ClientHarness>(answering(kAnswer));
    harness->llm.answer_tokens = 50;
    harness->llm.limits = limits;
    return harness;
  };
  CHECK(with({20, 0, 0})->outcome("a") == "limit");
  CHECK(with({100, 0, 0})->outcome("a") == "ok");
  CHECK(with({0, 1000, 0})->outcome("a", {900, 0, 0}) == "ok");
  CHECK(with({0, 1000, 0})->outcome("a", {900, 60, 0}) == "limit");
  const auto daily = with({0, 0, 80});
  CHECK(daily->outcome("a") == "ok");
  CHECK(daily->outcome("b") == "ok");
  CHECK(daily->outcome("c") == "limit");
  CHECK(daily->outcome("a") == "cached");
  daily->clock->sleep_for(std::chrono::hours(24));
  CHECK(daily->outcome("c") == "ok");
}

TEST_CASE("usage that a model does not report is estimated") {
  ClientHarness harness([](const ModelRequest&) -> Result<ModelAnswer> {
    return ModelAnswer{R"({"act":"inform"})", {}};
  });
  const ModelReply reply = harness.ask("a message of six or seven words");
  CHECK(reply.usage.input_tokens > 5);
  CHECK(reply.usage.output_tokens > 3);
}

TEST_CASE("a model may forbid the cache") {
  ClientHarness harness([](const ModelRequest&) -> Result<ModelAnswer> {
    return ModelAnswer{kAnswer, {10, 5, 0}, false};
  });
  CHECK(harness.outcome("a") == "ok");
  CHECK(harness.outcome("a") == "ok");
}

TEST_CASE("the calls of a turn share its time and its tokens") {
  ClientHarness harness(answering(kAnswer));
  ModelSpending turn;
  CHECK(harness.ask("a", {}, turn).outcome == ModelOutcome::kOk);
  CHECK(turn.tokens == 15);
  turn.time = std::chrono::milliseconds(harness.llm.timeout);
  CHECK(harness.ask("b", {}, turn).outcome == ModelOutcome::kTimeout);
  CHECK(harness.model->calls == 1);
  turn.time = {};
  harness.llm.limits.turn = 420;
  CHECK(harness.ask("b", {}, turn).outcome == ModelOutcome::kLimit);
  harness.llm.limits.turn = 1000;
  CHECK(harness.ask("b", {}, turn).outcome == ModelOutcome::kOk);
  CHECK(turn.tokens == 30);
}
