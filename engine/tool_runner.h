// ToolRunner runs the tools that run in this process: functions that the caller registered, and mocks.
//
// A function runs on its own thread, so that its `timeout` always holds. A function that outlives its timeout
// continues; its result is dropped, and the destructor of the runner waits for it.
//
// Tested by tests/engine/engine_test.cc and tests/engine/threads_test.cc.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "config/definition.h"
#include "parley/clock.h"
#include "parley/tool.h"

namespace parley::engine {

class ToolRunner {
 public:
  explicit ToolRunner(std::shared_ptr<Clock> clock) : clock_(std::move(clock)) {}
  ~ToolRunner();

  // May be called while turns run. Calls that begin afterwards use the function.
  void add(const std::string& name, ToolFunction function);

  // Who runs a call of this tool.
  enum class Runs { kMock, kFunction, kCaller };
  Runs who_runs(const config::Tool& tool) const;

  // The longest time that a call may take, with all attempts.
  static TimeMs longest(const config::StepDefinition& step);

  // Requires: who_runs(tool) is not kCaller. Makes at most as many attempts as `step` allows, with growing pauses.
  ToolOutcome run(const config::Tool& tool, const config::StepDefinition& step, const ToolCall& call);

 private:
  std::optional<ToolFunction> find(const std::string& name) const;
  ToolOutcome run_once(const ToolFunction& function, TimeMs timeout, const ToolCall& call);

  std::shared_ptr<Clock> clock_;
  mutable std::mutex functions_mutex_;
  std::map<std::string, ToolFunction, std::less<>> functions_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
};

}  // namespace parley::engine
