#include "engine/model_client.h"

#include <utility>
#include <vector>

#include "base/hash.h"
#include "models/json_answer.h"
#include "parley/tokens.h"

namespace parley::engine {
namespace {

constexpr int kMostCalls = 32;  // at the same time
constexpr int kFailuresToRest = 3;
constexpr TimeMs kModelRest = 30'000;
constexpr std::size_t kMostCached = 1000;
constexpr std::size_t kMostBadlyAnswered = 10'000;  // sessions
constexpr TimeMs kDay = 86'400'000;
constexpr std::chrono::milliseconds kMoment(20);
constexpr int kMostTries = 2;  // the request, and one repair request

std::int64_t tokens_of(const std::vector<ModelMessage>& messages) {
  std::int64_t tokens = 0;
  for (const ModelMessage& message : messages) tokens += estimate_tokens(message.text) + 5;
  return tokens;
}

std::int64_t in_all(const Usage& usage) { return usage.input_tokens + usage.output_tokens; }

std::string key_of(const ModelRequest& request) {
  std::string all = request.model;
  for (const ModelMessage& message : request.messages) all += '\0' + message.role + '\0' + message.text;
  return base::sha256(all);
}

}  // namespace

const char* to_string(ModelOutcome outcome) {
  switch (outcome) {
    case ModelOutcome::kOk: return "ok";
    case ModelOutcome::kCached: return "cached";
    case ModelOutcome::kTimeout: return "timeout";
    case ModelOutcome::kError: return "error";
    case ModelOutcome::kGarbage: return "garbage";
    case ModelOutcome::kResting: return "resting";
    case ModelOutcome::kLimit: return "limit";
  }
  return "error";
}

// The calls of one turn. They run on a thread that may outlive the turn, so the thread and the turn share it. The turn
// reads `reply` only if the thread has returned.
struct ModelClient::Exchange {
  std::shared_ptr<LanguageModel> model;
  ModelRequest request;
  std::function<Result<void>(const std::string&)> check;
  std::int64_t most_tokens = 0;  // 0: no limit
  ModelReply reply;
  std::atomic<bool> has_answered{false};  // the model has, well or badly. The turn may read it at any time

  // An error only says that the exchange failed, for the circuit breaker.
  Result<std::string> run() {
    for (int tries = 0; tries < kMostTries; ++tries) {
      const std::int64_t expected = tokens_of(request.messages) + request.max_tokens;
      if (tries > 0 && most_tokens > 0 && in_all(reply.usage) + expected > most_tokens) break;
      ++reply.calls;
      auto answer = model->complete(request);
      add_usage(answer ? &*answer : nullptr);
      if (!answer) {
        reply.outcome = ModelOutcome::kError;
        return Unexpected(answer.error());
      }
      has_answered = true;
      reply.may_be_cached = reply.may_be_cached && answer->may_be_cached;
      reply.outcome = ModelOutcome::kGarbage;
      if (!answer->problem.empty()) break;  // the same request would get no text again
      const auto checked = check(answer->text);
      if (checked) {
        reply.outcome = ModelOutcome::kOk;
        reply.text = std::move(answer->text);
        return std::string();
      }
      models::append_repair(request.messages, answer->text, checked.error().message);
    }
    return Unexpected(ErrorCode::kInvalidRequest, "no valid answer");
  }

  // A failed call may have cost its prompt.
  void add_usage(const ModelAnswer* answer) {
    Usage usage = answer ? answer->usage : Usage();
    if (in_all(usage) <= 0) {
      usage.input_tokens = tokens_of(request.messages);
      usage.output_tokens = answer ? estimate_tokens(answer->text) : 0;
    }
    reply.usage.input_tokens += usage.input_tokens;
    reply.usage.output_tokens += usage.output_tokens;
    reply.usage.cost += usage.cost;
  }
};

ModelClient::ModelClient(std::shared_ptr<LanguageModel> model, std::shared_ptr<Clock> clock)
    : model_(std::move(model)),
      clock_(std::move(clock)),
      calls_(kMostCalls),
      breaker_(kFailuresToRest, kModelRest),
      cache_(kMostCached) {}

ModelReply ModelClient::ask(std::string_view session, const config::Llm& llm, ModelTask task, const Usage& used,
                            ModelSpending& turn) {
  const auto exchange = std::make_shared<Exchange>();
  ModelRequest& request = exchange->request;
  request.model = llm.model.value;
  request.messages = std::move(task.messages);
  request.schema = std::move(task.schema);
  request.max_tokens = llm.answer_tokens;
  request.timeout = std::chrono::milliseconds(llm.timeout) - turn.time;
  exchange->model = model_;
  exchange->check = std::move(task.check);
  if (llm.limits.turn > 0) exchange->most_tokens = llm.limits.turn - turn.tokens;

  ModelReply reply;
  const std::string key = key_of(request);
  if (const auto cached = cache_.find(key)) {
    reply.outcome = ModelOutcome::kCached;
    reply.text = *cached;
    return reply;
  }
  const std::int64_t prompt = tokens_of(request.messages);
  if (!is_within_limits(llm.limits, prompt + request.max_tokens, used, turn)) {
    reply.outcome = ModelOutcome::kLimit;
    return reply;
  }
  reply.outcome = ModelOutcome::kTimeout;
  if (request.timeout <= std::chrono::milliseconds(0)) return reply;
  reply.outcome = ModelOutcome::kResting;
  if (!lets_pass(session)) return reply;
  reply = call(exchange, prompt, turn);
  // After a bad answer, the repair request may have no time left. The model works nevertheless.
  const bool is_bad = exchange->has_answered && !reply.has_answer();
  note(session, is_bad ? ModelOutcome::kGarbage : reply.outcome);
  turn.tokens += in_all(reply.usage);
  if (reply.has_answer() && reply.may_be_cached) {
    cache_.get(key, [&] { return std::make_shared<const std::string>(reply.text); });
  }
  return reply;
}

ModelReply ModelClient::call(const std::shared_ptr<Exchange>& exchange, std::int64_t prompt, ModelSpending& turn) {
  ModelReply reply;
  const auto called = calls_.run([exchange] { return exchange->run(); }, exchange->request.timeout);
  turn.time += called.waited;
  if (called.failure == models::CallFailure::kBusy) {
    reply.outcome = ModelOutcome::kResting;
    return reply;
  }
  if (called.failure == models::CallFailure::kTimedOut) {
    reply.outcome = ModelOutcome::kTimeout;
    reply.calls = 1;
    reply.usage.input_tokens = prompt;
  } else {
    reply = std::move(exchange->reply);
    if (called.failure == models::CallFailure::kThrew) reply.outcome = ModelOutcome::kError;
    // A model with the same timeout may give up a moment before the engine.
    const bool was_late = called.waited + kMoment >= exchange->request.timeout;
    if (reply.outcome == ModelOutcome::kError && was_late) reply.outcome = ModelOutcome::kTimeout;
  }
  spend(reply.usage);
  return reply;
}

// The session comes first, so that a session without calls takes no trial call of the model.
bool ModelClient::lets_pass(std::string_view session) {
  {
    const std::lock_guard lock(mutex_);
    const auto bad = badly_answered_.find(session);
    if (bad != badly_answered_.end() && !bad->second.lets_pass(clock_->now())) return false;
  }
  return breaker_.lets_pass(clock_->now());
}

// A user can provoke a bad answer, so it counts only in the user's own session. A busy client says nothing about the
// model.
void ModelClient::note(std::string_view session, ModelOutcome outcome) {
  if (outcome == ModelOutcome::kResting) return;
  if (outcome == ModelOutcome::kTimeout || outcome == ModelOutcome::kError) return breaker_.failed(clock_->now());
  breaker_.succeeded();
  const std::lock_guard lock(mutex_);
  const auto bad = badly_answered_.find(session);
  if (outcome != ModelOutcome::kGarbage) {
    if (bad != badly_answered_.end()) badly_answered_.erase(bad);
    return;
  }
  if (bad == badly_answered_.end() && badly_answered_.size() >= kMostBadlyAnswered) badly_answered_.clear();
  badly_answered_.try_emplace(std::string(session), kFailuresToRest, kModelRest).first->second.failed(clock_->now());
}

bool ModelClient::is_within_limits(const config::Llm::Limits& limits, std::int64_t expected, const Usage& used,
                                   const ModelSpending& turn) {
  if (limits.turn > 0 && turn.tokens + expected > limits.turn) return false;
  if (limits.session > 0 && in_all(used) + expected > limits.session) return false;
  if (limits.day == 0) return true;
  const std::lock_guard lock(mutex_);
  const std::int64_t today = clock_->now() / kDay;
  return (today == day_ ? spent_ : 0) + expected <= limits.day;
}

void ModelClient::spend(const Usage& usage) {
  const std::lock_guard lock(mutex_);
  const std::int64_t today = clock_->now() / kDay;
  if (std::exchange(day_, today) != today) spent_ = 0;
  spent_ += in_all(usage);
}

}  // namespace parley::engine
