// Decides when to summarise. After a summary, the rest of the history is below every trigger, and the next summary
// waits for 20 turns and 20 messages. Otherwise each turn could make a new summary.
// Tested by tests/context/window/compaction_test.cc.
#include <algorithm>
#include <limits>

#include "context/window/exchanges.h"
#include "parley/context.h"

namespace parley {
namespace {

constexpr std::int64_t kTurnsBetween = 20, kMessagesBetween = 20;  // at most five summaries in 100 messages
constexpr std::int64_t kMinSummarised = 4;                         // the minimum number of messages for a summary
constexpr int kCompactionPage = 64;

bool fires(std::int64_t trigger, std::int64_t value) { return trigger > 0 && value > trigger; }

// Returns how many of the newest messages may stay outside a summary. There is no maximum if the number of messages
// does not trigger summaries.
std::int64_t kept_messages(const CompactionOptions& options) {
  return options.trigger_messages == 0 ? std::numeric_limits<std::int64_t>::max()
                                       : std::max<std::int64_t>(4, options.trigger_messages / 2);
}

// Returns the messages after `upto`, oldest first.
Result<std::vector<Message>> read_after(const HistoryReader& read, std::int64_t upto) {
  std::vector<Message> messages;  // newest first
  for (std::int64_t before = std::numeric_limits<std::int64_t>::max(); before > upto + 1;) {
    auto page = read(before, kCompactionPage);
    if (!page) return Unexpected(page.error());
    if (page->empty()) break;
    if (page->front().seq >= before) {
      return Unexpected(ErrorCode::kInvalidRequest, "the messages of a history must be sorted by seq");
    }
    before = page->front().seq;
    std::move(page->rbegin(), page->rend(), std::back_inserter(messages));
  }
  std::reverse(messages.begin(), messages.end());
  const auto first_uncovered =
      std::find_if(messages.begin(), messages.end(), [&](const Message& m) { return m.seq > upto; });
  messages.erase(messages.begin(), first_uncovered);
  return messages;
}

// Returns the first seq of the newest exchanges, which a summary does not cover. The newest exchange always stays. The
// exchange with the call `open`, and everything after it, also stay: otherwise one summary would cover the call, and
// the next one its result.
std::int64_t tail_of(const std::vector<context::Exchange>& exchanges, const CompactionOptions& options,
                     std::int64_t open) {
  std::int64_t tokens = options.trigger_tokens == 0 ? std::numeric_limits<std::int64_t>::max() : options.keep_tokens;
  std::int64_t messages = kept_messages(options);
  auto exchange = exchanges.rbegin();
  std::int64_t from = exchange->first_seq();
  for (; exchange != exchanges.rend(); ++exchange) {
    tokens -= exchange->tokens;
    messages -= static_cast<std::int64_t>(exchange->entries.size());
    if (tokens < 0 || messages < 0) break;
    from = exchange->first_seq();
  }
  if (open == 0) return from;
  const auto holder =
      std::find_if(exchanges.begin(), exchanges.end(), [&](const context::Exchange& each) { return each.holds(open); });
  return holder == exchanges.end() ? from : std::min(from, holder->first_seq());
}

}  // namespace

std::optional<Compaction> plan_compaction(const HistoryFacts& facts, const CompactionOptions& options,
                                          const std::optional<LastSummary>& last) {
  const std::int64_t covered_upto = last ? last->upto : 0;
  if (!fires(options.trigger_tokens, facts.tokens) && !fires(options.trigger_messages, facts.messages - covered_upto))
    return {};
  if (last && (facts.turns - last->turns < kTurnsBetween || facts.messages - last->messages < kMessagesBetween))
    return {};
  const Compaction plan{std::max(covered_upto, facts.head_end) + 1, facts.tail_from - 1};
  if (plan.upto - plan.from + 1 < kMinSummarised) return {};
  return plan;
}

Result<HistoryFacts> history_facts(const HistoryReader& read, const CompactionOptions& options,
                                   const std::optional<LastSummary>& last, const TokenCounter& counter) {
  const bool by_tokens = options.trigger_tokens > 0 && options.keep_tokens >= options.trigger_tokens;
  const bool by_messages = options.trigger_messages != 0 && options.trigger_messages < 8;
  if (by_tokens || by_messages || options.trigger_tokens < 0 || options.keep_tokens < 0) {
    return Unexpected(
        ErrorCode::kInvalidRequest,
        "invalid compaction options: keep_tokens must be less than trigger_tokens, trigger_messages 0 or at least 8");
  }
  auto messages = read_after(read, last ? last->upto : 0);
  if (!messages) return Unexpected(messages.error());
  HistoryFacts facts;
  if (messages->empty()) return facts;
  facts.turns = messages->back().turn;
  facts.messages = messages->back().seq;
  const std::int64_t open = context::first_open_call(*messages, options.open_call);
  context::Entries entries;
  for (Message& message : context::repair(std::move(*messages), context::kUnlimitedReach)) {
    context::recount(entries.emplace_back(context::Entry{std::move(message), 0}), counter);
  }
  if (entries.empty()) return facts;
  facts.tokens = context::tokens_of(entries);
  const auto exchanges = context::split_into_exchanges(std::move(entries), context::kUnlimitedReach);
  if (exchanges.front().first_seq() == 1) facts.head_end = exchanges.front().last_seq();
  facts.tail_from = tail_of(exchanges, options, open);
  return facts;
}

}  // namespace parley
