// ToolRunner runs the tools that run in this process: functions of the caller, and mocks.
//
// Each function runs on its own thread, so that its `timeout` always applies. A function that exceeds its timeout
// continues to run. The runner drops its result, and the destructor of the runner waits for the function.
//
// Tested by tests/engine/engine_test.cc and tests/engine/threads_test.cc.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "config/definition.h"
#include "parley/clock.h"
#include "parley/tool.h"

namespace parley::engine {

// Returns the outcome of the first case of a mock that applies.
ToolOutcome mock_outcome(const config::Tool& tool, const ToolCall& call);

class ToolRunner {
 public:
  explicit ToolRunner(std::shared_ptr<Clock> clock) : clock_(std::move(clock)) {}
  ~ToolRunner();

  // Who runs a call of this tool.
  enum class Runs { kMock, kFunction, kCaller };
  static Runs who_runs(const ToolFunctions& functions, const config::Tool& tool);

  // Returns the longest time that a call may take, including all attempts and pauses.
  static TimeMs longest(const config::ToolStep& step);

  // Requires: who_runs(functions, tool) is not kCaller. Makes at most as many attempts as `step` allows, with growing
  // pauses.
  ToolOutcome run(const ToolFunctions& functions, const config::Tool& tool, const config::ToolStep& step,
                  const ToolCall& call);

 private:
  ToolOutcome run_once(const ToolFunction& function, TimeMs timeout, const ToolCall& call);

  std::shared_ptr<Clock> clock_;
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
};

}  // namespace parley::engine
