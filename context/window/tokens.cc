// Counts the tokens of messages and divides a context window. The estimate itself is in context/window/estimate.cc.
// Tested by tests/context/window/tokens_test.cc.
#include "parley/tokens.h"

#include <algorithm>

namespace parley {

std::int64_t count_tokens(const Message& message, const TokenCounter& counter) {
  constexpr std::int64_t kOverhead = 5;
  const auto count = [&](std::string_view text) {
    if (text.empty()) return std::int64_t{0};
    return counter ? std::max<std::int64_t>(counter(text), 0) : estimate_tokens(text);
  };
  const MessageDetails& details = message.details;
  std::int64_t tokens = kOverhead + count(message.text);
  if (message.role == Role::kCall || message.role == Role::kTool) {
    tokens += kOverhead + count(details.tool) + count(details.call_id);
  }
  if (const auto reasoning = details.metadata.find("reasoning"); reasoning != details.metadata.end()) {
    tokens += count(reasoning->second.to_text());
  }
  return tokens;
}

Result<TokenBudget> split_window(std::int64_t window, const SplitOptions& options) {
  if (options.margin_percent < 0 || options.margin_percent > 50) {
    return Unexpected(ErrorCode::kInvalidRequest, "the safety margin must be 0 to 50 percent");
  }
  TokenBudget budget;
  budget.window = std::max<std::int64_t>(window, 0);
  budget.margin = budget.window / 100 * options.margin_percent + budget.window % 100 * options.margin_percent / 100;
  std::int64_t rest = budget.window - budget.margin;
  const auto take = [&rest](std::int64_t& part, std::int64_t share, std::int64_t cap) {
    part = std::min(share, cap);
    rest -= part;
  };
  take(budget.response, rest / 4, options.max_response);
  take(budget.history, rest / 3, options.max_history);
  take(budget.files, rest, options.max_files);
  budget.slack = rest;
  if (std::min({budget.response, budget.history, budget.files}) <= 0) {
    return Unexpected(ErrorCode::kInvalidRequest, "the context window is too small for a response, history and files");
  }
  return budget;
}

std::int64_t default_tokens(Consumer consumer) {
  switch (consumer) {
    case Consumer::kClassifier: return 1'500;
    case Consumer::kAgent: return 16'000;
    default: return 4'000;
  }
}

Preflight check_fit(const TokenBudget& budget, const RequestTokens& request) {
  return {request.history + request.files + request.other + budget.response, budget.window - budget.margin};
}

}  // namespace parley
