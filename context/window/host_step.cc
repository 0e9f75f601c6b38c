// Tested by tests/context/window/caller_processors_test.cc.
#include "context/window/host_step.h"

#include <cstddef>
#include <memory>
#include <utility>

#include "context/summaries/call_refusal.h"

namespace parley::context {
namespace {

constexpr int kMaxThreads = 16;  // threads of processors, including those whose callers timed out

// Returns whether `answer` holds only messages of `given`, in the same order.
bool is_part_of(const std::vector<Message>& answer, const std::vector<Message>& given) {
  std::size_t i = 0;
  for (const Message& message : answer) {
    while (i < given.size() && (given[i].seq != message.seq || given[i].role != message.role)) ++i;
    if (i++ >= given.size() || message.turn != given[i - 1].turn) return false;
  }
  return true;
}

// BoundedExecutor catches exceptions of its thread. call() catches them when it runs without a thread.
HostStep call(const ContextProcessor& processor, const std::vector<Message>& messages, const ContextRun& run) {
  try {
    auto answer = processor.process(messages, run);
    return answer ? HostStep{std::move(*answer), ""} : HostStep{{}, to_string(SummaryRefusal::kFailed)};
  } catch (...) {
    return {{}, to_string(SummaryRefusal::kThrew)};
  }
}

HostStep call_in_time(const ContextProcessor& processor, const std::vector<Message>& messages, const ContextRun& run) {
  static models::BoundedExecutor calls(kMaxThreads);
  const auto step = std::make_shared<HostStep>();  // used by the thread alone until it returns
  const models::CallAnswer answer = calls.run(
      [=]() -> Result<std::string> {
        *step = call(processor, messages, run);
        return std::string();
      },
      processor.timeout);
  if (answer.failure != models::CallFailure::kNone) return {{}, to_string(refusal_of(answer.failure))};
  return std::move(*step);
}

}  // namespace

HostStep run_processor(const ContextProcessor& processor, std::vector<Message> messages, const ContextRun& run) {
  HostStep step =
      processor.timeout.count() > 0 ? call_in_time(processor, messages, run) : call(processor, messages, run);
  if (step.problem.empty() && !is_part_of(step.messages, messages)) step.problem = "invalid";
  return step;
}

}  // namespace parley::context
