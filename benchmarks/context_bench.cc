// context_bench [TURNS]: measures the time to build a context at the end of a conversation, by strategy and budget.
// Prints also the number of messages read and the memory of the process. Without TURNS, measures 100, 1,000 and 10,000
// turns. None of these figures may grow with the length of the conversation.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "parley/context.h"

namespace {

using namespace parley;

const char* const kQuestion = "Hello, I wanted to ask where the parcel with my order has got to, it is late again.";
const char* const kAnswer =
    "I have found it: it left the depot this morning and should be with you before six o'clock.";
const char* const kResult =
    R"({"order_id":"48213","status":"on its way","eta":"2026-11-27","items":[{"sku":"BT-204"}]})";

constexpr std::int64_t kMessagesOfTwoTurns = 6;

// Generates the messages of an endless conversation. Each turn has the user's question and the bot's reply. In every
// second turn, a tool call and its result come before the reply. Stores no message, so that the memory of the process
// is that of the contexts.
Message message_at(std::int64_t seq) {
  const std::int64_t twos = (seq - 1) / kMessagesOfTwoTurns, place = (seq - 1) % kMessagesOfTwoTurns;
  constexpr Role kRoles[] = {Role::kUser, Role::kAssistant, Role::kUser, Role::kCall, Role::kTool, Role::kAssistant};
  Message message;
  message.seq = seq;
  message.turn = 2 * twos + (place < 2 ? 1 : 2);
  message.role = kRoles[place];
  const bool is_call = message.role == Role::kCall, is_result = message.role == Role::kTool;
  message.text = message.role == Role::kUser ? kQuestion
                 : is_call                   ? R"({"order_id":"48213"})"
                 : is_result                 ? kResult
                                             : kAnswer;
  if (is_call || is_result) {
    message.details.tool = "find_order";
    message.details.call_id = "call-" + std::to_string(message.turn);
  }
  return message;
}

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void measure(std::int64_t messages, ContextStrategy strategy, std::int64_t max_tokens) {
  constexpr int kTimes = 2'000;
  std::int64_t read = 0;
  const HistoryReader reader = [&](std::int64_t before, int limit) -> Result<std::vector<Message>> {
    const auto end = std::min(before - 1, messages);
    const auto begin = std::max<std::int64_t>(end - limit, 0);
    read += end - begin;
    std::vector<Message> page;
    for (std::int64_t seq = begin + 1; seq <= end; ++seq) page.push_back(message_at(seq));
    return page;
  };
  ContextOptions options;
  options.strategy = strategy;
  options.max_tokens = max_tokens;
  options.summary = GivenSummary{kAnswer, messages - 100};
  std::vector<double> us;
  std::size_t kept = 0;
  for (int i = 0; i < kTimes; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const auto context = build_context(reader, options);
    us.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
    kept = context->messages.size();
  }
  std::printf("%8lld  %-8s %8lld %8lld %6zu %9.0f %9.0f\n", static_cast<long long>(messages), to_string(strategy),
              static_cast<long long>(max_tokens), static_cast<long long>(read / kTimes), kept, percentile(us, 0.5),
              percentile(us, 0.99));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::int64_t> sizes = {100, 1'000, 10'000};
  if (argc > 1) sizes = {std::atoll(argv[1])};
  std::puts("messages  strategy   budget     read   kept    p50 us    p99 us");
  for (const std::int64_t turns : sizes) {
    const std::int64_t messages = turns / 2 * kMessagesOfTwoTurns;
    for (const auto strategy : {ContextStrategy::kWindow, ContextStrategy::kSummary, ContextStrategy::kHybrid}) {
      for (const std::int64_t budget : {1'500, 4'000, 16'000}) measure(messages, strategy, budget);
    }
    std::printf("%8lld  %.1f MB of memory at most\n", static_cast<long long>(messages), peak_mb());
  }
}
