// ModelClient asks the language model of an engine. Whatever the model does, ask() returns in time.
//
// A model that does not work several times in a row rests for a while. If its answers to one session are bad several
// times in a row, it rests for that session only. Equal prompts get the cached answer. The tokens of a turn, a session
// and a day are limited (docs/models.md).
//
// Tested by tests/engine/model_client_test.cc.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/bounded_cache.h"
#include "config/definition.h"
#include "models/bounded_executor.h"
#include "models/circuit_breaker.h"
#include "parley/clock.h"
#include "parley/model.h"

namespace parley::engine {

enum class ModelOutcome {
  kOk,
  kCached,
  kTimeout,
  kError,
  kGarbage,  // no valid answer, not even after the repair request
  kResting,  // not asked: the circuit breaker of the model or of the session is open, or too many calls are running
  kLimit,    // not asked: the tokens of the turn, the session or the day are used up
};
const char* to_string(ModelOutcome outcome);  // "ok", "cached", "timeout", ...

// What the model is to do: read a message, or write texts.
struct ModelTask {
  std::vector<ModelMessage> messages;
  Value schema;  // the JSON Schema of the answer
  // Whether the text of an answer is valid. The error says what the model must repair. It may run on another thread
  // after the turn, so it must own everything it uses.
  std::function<Result<void>(const std::string&)> check;
};

// What the calls of one turn have used.
struct ModelSpending {
  std::chrono::milliseconds time = {};
  std::int64_t tokens = 0;
};

struct ModelReply {
  ModelOutcome outcome = ModelOutcome::kError;
  std::string text;  // with kOk and kCached: an answer that ModelTask::check accepts
  Usage usage;
  int calls = 0;
  bool may_be_cached = true;

  bool has_answer() const { return outcome == ModelOutcome::kOk || outcome == ModelOutcome::kCached; }
};

// Thread-safe.
class ModelClient {
 public:
  ModelClient(std::shared_ptr<LanguageModel> model, std::shared_ptr<Clock> clock);

  // `used` is the usage of the session so far. Waits at most for the rest of `llm.timeout` that `turn` has left, and
  // adds what it uses to `turn`.
  ModelReply ask(std::string_view session, const config::Llm& llm, ModelTask task, const Usage& used,
                 ModelSpending& turn);

 private:
  struct Exchange;
  ModelReply call(const std::shared_ptr<Exchange>& exchange, std::int64_t prompt, ModelSpending& turn);
  bool lets_pass(std::string_view session);
  void note(std::string_view session, ModelOutcome outcome);
  bool is_within_limits(const config::Llm::Limits& limits, std::int64_t expected, const Usage& used,
                        const ModelSpending& turn);
  void spend(const Usage& usage);

  const std::shared_ptr<LanguageModel> model_;
  const std::shared_ptr<Clock> clock_;
  models::BoundedExecutor calls_;
  models::CircuitBreaker breaker_;
  base::BoundedCache<std::string> cache_;
  std::mutex mutex_;
  std::int64_t day_ = 0, spent_ = 0;                                           // the tokens of the day
  std::map<std::string, models::CircuitBreaker, std::less<>> badly_answered_;  // by session
};

}  // namespace parley::engine
