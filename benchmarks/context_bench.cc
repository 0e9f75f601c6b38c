// context_bench [TURNS]: how long a context takes to build at the end of a conversation, by strategy and budget, with a
// reader that counts what it hands out. Without a number: 100, 1,000 and 10,000 turns. What is read, and with it the
// time and the memory, must not grow with the conversation.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "parley/context.h"

namespace {

using namespace parley;

const char* const kQuestion = "Hello, I wanted to ask where the parcel with my order has got to, it is late again.";
const char* const kAnswer =
    "I have found it: it left the depot this morning and should be with you before six o'clock.";
const char* const kResult =
    R"({"order_id":"48213","status":"on its way","eta":"2026-11-27","items":[{"sku":"BT-204"}]})";

// A question, a call and its result in every second turn, an answer.
std::vector<Message> conversation(std::int64_t turns) {
  std::vector<Message> messages;
  const auto add = [&](std::int64_t turn, Role role, const char* text) -> Message& {
    Message& message = messages.emplace_back();
    message.seq = static_cast<std::int64_t>(messages.size());
    message.turn = turn;
    message.role = role;
    message.text = text;
    return message;
  };
  for (std::int64_t turn = 1; turn <= turns; ++turn) {
    add(turn, Role::kUser, kQuestion);
    if (turn % 2 == 0) {
      for (const Role role : {Role::kCall, Role::kTool}) {
        Message& message = add(turn, role, role == Role::kCall ? R"({"order_id":"48213"})" : kResult);
        message.details.tool = "find_order";
        message.details.call_id = "call-" + std::to_string(turn);
      }
    }
    add(turn, Role::kAssistant, kAnswer);
  }
  return messages;
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void measure(const std::vector<Message>& messages, ContextStrategy strategy, std::int64_t max_tokens) {
  constexpr int kTimes = 2'000;
  std::int64_t read = 0;
  const HistoryReader reader = [&](std::int64_t before, int limit) -> Result<std::vector<Message>> {
    const auto end = std::min<std::int64_t>(before - 1, static_cast<std::int64_t>(messages.size()));
    const auto begin = std::max<std::int64_t>(end - limit, 0);
    read += end - begin;
    return std::vector<Message>(messages.begin() + begin, messages.begin() + end);
  };
  ContextOptions options;
  options.strategy = strategy;
  options.max_tokens = max_tokens;
  options.summary = GivenSummary{kAnswer, static_cast<std::int64_t>(messages.size()) - 100};
  std::vector<double> us;
  std::size_t kept = 0;
  for (int i = 0; i < kTimes; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const auto context = build_context(reader, options);
    us.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
    kept = context->messages.size();
  }
  std::printf("%8zu  %-8s %8lld %8lld %6zu %9.0f %9.0f\n", messages.size(), name_of(strategy),
              static_cast<long long>(max_tokens), static_cast<long long>(read / kTimes), kept, percentile(us, 0.5),
              percentile(us, 0.99));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::int64_t> sizes = {100, 1'000, 10'000};
  if (argc > 1) sizes = {std::atoll(argv[1])};
  std::puts("messages  strategy   budget     read   kept    p50 us    p99 us");
  for (const std::int64_t turns : sizes) {
    const std::vector<Message> messages = conversation(turns);
    for (const auto strategy : {ContextStrategy::kWindow, ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
      for (const std::int64_t budget : {1'500, 4'000, 16'000}) measure(messages, strategy, budget);
    }
  }
}
