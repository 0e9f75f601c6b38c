// Usage of a turn: the sum of the session, and what each message took.
//
// Tested by tests/engine/turn_usage_test.cc.
#include <algorithm>
#include <utility>

#include "engine/turn_work.h"

namespace parley::engine {
namespace {

constexpr const char* kUsage = "usage";

// A host and a tool may report any numbers. A sum stops at the largest count that a session may have
// (memory/sessions/invariants.cc).
Usage sum_of(const Usage& one, const Usage& other) {
  static constexpr std::int64_t kMost = std::int64_t{1} << 53;
  const auto add = [](std::int64_t a, std::int64_t b) {
    return std::min(std::clamp<std::int64_t>(a, 0, kMost) + std::clamp<std::int64_t>(b, 0, kMost), kMost);
  };
  return {add(one.input_tokens, other.input_tokens), add(one.output_tokens, other.output_tokens),
          add(one.cost, other.cost)};
}

Value as_value(const Usage& usage) {
  return Value::Object{
      {"input_tokens", usage.input_tokens}, {"output_tokens", usage.output_tokens}, {"cost", usage.cost}};
}

}  // namespace

void TurnWork::add_usage(const Usage& usage) { state_.usage = sum_of(state_.usage, usage); }

// The message that gets it is not known yet. An earlier turn that a crash interrupted, and that this request brings to
// its end, gets none of it.
void TurnWork::add_request_usage() {
  add_usage(request_.usage);
  usage_due_ = request_.usage;
}

// The usage of the request goes to the first message of the user or a tool. A turn without one, for example with a
// caller's own understanding, has it with its first message. A `usage` of the host's own stays as it is.
void TurnWork::keep_usage() {
  if (!messages_.empty() && usage_due_) {
    const auto heard = std::find_if(messages_.begin(), messages_.end(), [](const Message& message) {
      return message.role == Role::kUser || message.role == Role::kTool;
    });
    const Message& message = heard == messages_.end() ? messages_.front() : *heard;
    usage_of_[message.seq] = sum_of(usage_of_[message.seq], *std::exchange(usage_due_, std::nullopt));
  }
  for (Message& message : messages_) {
    const auto noted = usage_of_.find(message.seq);
    const Usage usage = noted == usage_of_.end() ? Usage() : sum_of(noted->second, Usage());
    if (usage != Usage()) message.details.metadata.emplace(kUsage, as_value(usage));
  }
  usage_of_.clear();
}

}  // namespace parley::engine
