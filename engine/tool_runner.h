// Runs the tools that parley itself can run: functions the host registered, and mocks.
//
// A function runs on a thread of its own so that its `timeout` holds whatever it does. One that outlives its
// timeout is left to end; its result is dropped, and the runner's destructor waits for it.
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

  // Also while turns are under way: calls that begin afterwards use it.
  void add(const std::string& name, ToolFunction function);

  // Who answers a call of this tool.
  enum class Runs { kMock, kFunction, kHost };
  Runs who_runs(const config::Tool& tool) const;

  // After that long a call has ended, whatever it does.
  static TimeMs longest(const config::StepDefinition& step);

  // Requires: who_runs(tool) is not kHost. Tries as often as `step` says, waiting longer before each.
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
