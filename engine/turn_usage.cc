// Tested by tests/engine/turn_usage_test.cc.
#include "engine/turn_usage.h"

#include <algorithm>
#include <utility>

namespace parley::engine {
namespace {

constexpr const char* kUsage = "usage";

// Callers and tools may report any numbers. A sum stops at the largest count that a session may have
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

void add_usage(SessionState& state, const Usage& usage) { state.usage = sum_of(state.usage, usage); }

void add_request_usage(PendingCommit& pending, const Usage& usage) {
  add_usage(pending.state, usage);
  if (usage != Usage()) pending.request_usage = usage;
}

void add_model_usage(PendingCommit& pending, const Usage& usage) {
  if (usage == Usage()) return;
  add_usage(pending.state, usage);
  pending.request_usage = sum_of(pending.request_usage.value_or(Usage()), usage);
}

// Stores the usage of the request with the first message of the user or a tool, otherwise with the first message of the
// turn. Does not change a `usage` that the caller has put into the metadata.
void settle_usage(PendingCommit& pending) {
  std::vector<Message>& messages = pending.messages;
  if (!messages.empty() && pending.request_usage) {
    const auto received = std::find_if(messages.begin(), messages.end(), [](const Message& message) {
      return message.role == Role::kUser || message.role == Role::kTool;
    });
    Usage& used = pending.tool_usage[received == messages.end() ? messages.front().seq : received->seq];
    used = sum_of(used, *std::exchange(pending.request_usage, std::nullopt));
  }
  if (pending.tool_usage.empty()) return;
  for (Message& message : messages) {
    const auto noted = pending.tool_usage.find(message.seq);
    const Usage usage = noted == pending.tool_usage.end() ? Usage() : sum_of(noted->second, Usage());
    if (usage != Usage()) message.details.metadata.emplace(kUsage, as_value(usage));
  }
  pending.tool_usage.clear();
}

}  // namespace parley::engine
