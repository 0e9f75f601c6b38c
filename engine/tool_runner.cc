// Tested by tests/engine/engine_test.cc.
#include "engine/tool_runner.h"

#include <chrono>
#include <exception>
#include <optional>
#include <thread>

#include "base/nesting.h"
#include "intents/condition.h"

namespace parley::engine {

ToolOutcome mock_outcome(const config::Tool& tool, const ToolCall& call) {
  const intents::Scope arguments = [&](std::string_view path) -> const Value* {
    const std::size_t dot = path.find('.');
    const auto found = call.args.find(path.substr(0, dot));
    if (found == call.args.end()) return nullptr;
    return dot == std::string_view::npos ? &found->second : found->second.at_path(path.substr(dot + 1));
  };
  for (const config::MockCase& answer : tool.cases) {
    if (!intents::holds(answer.when, arguments)) continue;
    return answer.result ? ToolOutcome::ok(*answer.result) : ToolOutcome::failed(answer.error);
  }
  return ToolOutcome::failed("no case of the mock applies");
}

namespace {

ToolOutcome guarded(const ToolFunction& function, const ToolCall& call) {
  try {
    try {
      ToolOutcome outcome = function(call);
      if (!base::is_nested_deeper(outcome.data)) return outcome;
      return ToolOutcome::failed("the tool's result is nested deeper than " + std::to_string(base::kMostLevels) +
                                 " levels");
    } catch (const std::exception& exception) {
      return ToolOutcome::failed(exception.what());
    }
  } catch (...) {  // not a std::exception, or no memory to describe it; this text is short enough to need no memory
    return ToolOutcome::failed("the tool threw");
  }
}

}  // namespace

ToolRunner::~ToolRunner() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] { return running_ == 0; });
}

ToolRunner::Runs ToolRunner::who_runs(const ToolFunctions& functions, const config::Tool& tool) {
  if (const auto found = functions.find(tool.id.value); found != functions.end()) {
    return found->second ? Runs::kFunction : Runs::kCaller;
  }
  return tool.kind == config::Tool::Kind::kMock ? Runs::kMock : Runs::kCaller;
}

TimeMs ToolRunner::longest(const config::ToolStep& step) {
  constexpr TimeMs kStoreTime = 5'000;  // time for storing the outcome on a busy machine
  TimeMs longest = kStoreTime + step.timeout * step.retry_attempts;
  TimeMs backoff = step.retry_backoff;
  for (int attempt = 1; attempt < step.retry_attempts; ++attempt) {
    longest += backoff;
    backoff *= 2;
  }
  return longest;
}

ToolOutcome ToolRunner::run(const ToolFunctions& functions, const config::Tool& tool, const config::ToolStep& step,
                            const ToolCall& call) {
  const auto function = functions.find(tool.id.value);
  if (function == functions.end()) return mock_outcome(tool, call);
  TimeMs backoff = step.retry_backoff;
  ToolOutcome outcome;
  for (int attempt = 1;; ++attempt) {
    outcome = run_once(function->second, step.timeout, call);
    const bool is_answer = outcome.kind == ToolOutcome::Kind::kOk || outcome.kind == ToolOutcome::Kind::kRejected;
    if (is_answer || outcome.offer() || attempt >= step.retry_attempts) return outcome;
    clock_->sleep_for(std::chrono::milliseconds(backoff));
    backoff *= 2;
  }
}

ToolOutcome ToolRunner::run_once(const ToolFunction& function, TimeMs timeout, const ToolCall& call) {
  struct Shared {
    std::mutex mutex;
    std::condition_variable answered;
    std::optional<ToolOutcome> outcome;
  };
  const auto shared = std::make_shared<Shared>();
  {
    const std::lock_guard lock(mutex_);
    ++running_;
  }
  std::thread worker;
  try {
    worker = std::thread([this, shared, function, call] {
      ToolOutcome outcome = guarded(function, call);
      {
        const std::lock_guard lock(shared->mutex);
        shared->outcome = std::move(outcome);
        shared->answered.notify_one();
      }
      const std::lock_guard lock(mutex_);
      --running_;
      ended_.notify_all();
    });
  } catch (const std::exception&) {  // no thread, or no memory
    const std::lock_guard lock(mutex_);
    --running_;
    return ToolOutcome::failed("no thread is available to run the tool");
  }
  std::unique_lock lock(shared->mutex);
  const bool in_time =
      shared->answered.wait_for(lock, std::chrono::milliseconds(timeout), [&] { return shared->outcome.has_value(); });
  lock.unlock();
  if (!in_time) {
    worker.detach();
    return {ToolOutcome::Kind::kTimeout, {}, "no answer in time", {}};
  }
  worker.join();  // a thread that still ends while the process exits would not free what libraries keep for it
  return std::move(*shared->outcome);
}

}  // namespace parley::engine
