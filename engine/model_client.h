// ModelClient asks the language model of an engine. Whatever the model does, ask() returns in time.
//
// A model that fails several times in a row rests for a while. Equal prompts get the cached answer. The tokens of a
// turn, a session and a day are limited (docs/models.md).
//
// Tested by tests/engine/model_client_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/bounded_cache.h"
#include "config/definition.h"
#include "models/bounded_executor.h"
#include "models/circuit_breaker.h"
#include "parley/clock.h"
#include "parley/model.h"
#include "reading/answer.h"

namespace parley::engine {

enum class ModelOutcome {
  kOk,
  kCached,
  kTimeout,
  kError,
  kGarbage,  // no valid answer, not even after the repair request
  kResting,  // not asked: the circuit breaker is open, or too many calls are running
  kLimit,    // not asked: the tokens of the turn, the session or the day are used up
};
const char* to_string(ModelOutcome outcome);  // "ok", "cached", "timeout", ...

struct ModelReply {
  ModelOutcome outcome = ModelOutcome::kError;
  reading::Answer answer;  // with kOk and kCached
  Usage usage;
  int calls = 0;
  bool may_be_cached = true;

  bool has_answer() const { return outcome == ModelOutcome::kOk || outcome == ModelOutcome::kCached; }
};

// Thread-safe.
class ModelClient {
 public:
  ModelClient(std::shared_ptr<LanguageModel> model, std::shared_ptr<Clock> clock);

  // `used` is the usage of the session so far.
  ModelReply ask(const config::Llm& llm, std::vector<ModelMessage> messages, const Usage& used);

 private:
  struct Exchange;
  bool is_within_limits(const config::Llm::Limits& limits, std::int64_t expected, const Usage& used);
  void spend(const Usage& usage);

  const std::shared_ptr<LanguageModel> model_;
  const std::shared_ptr<Clock> clock_;
  models::BoundedExecutor calls_;
  models::CircuitBreaker breaker_;
  base::BoundedCache<reading::Answer> cache_;
  std::mutex mutex_;
  std::int64_t day_ = 0, spent_ = 0;  // the tokens of the day
};

}  // namespace parley::engine
