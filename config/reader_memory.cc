// Reads `memory:`, the settings for contexts, summaries and topics of conversations.
#include <algorithm>
#include <array>

#include "config/reader_parts.h"

namespace parley::config {
namespace {

constexpr std::int64_t kMaxTokens = 10'000'000;
constexpr std::int64_t kMaxCharacters = 1'000'000;
constexpr std::int64_t kMinCharacters = 100;  // minimum length of shortened texts
constexpr std::int64_t kMinMessages = 8;      // minimum of after_messages, so that a summary can replace some (X30)
constexpr double kKeptShare = 1.0 / 3;
constexpr int kMaxTopics = 1'000;
constexpr double kNeverMerged = 2;  // above any similarity, so topics are never merged
constexpr TimeMs kLongest = 36'500LL * 86'400'000;

auto as_tokens() { return as_whole<std::int64_t>(0, kMaxTokens); }
auto as_budget() { return as_whole<std::int64_t>(kMinContextTokens, kMaxTokens); }

auto as_none_or(std::int64_t least, std::int64_t most) {
  return [=](const Node& node, Diagnostics& findings) -> std::optional<std::int64_t> {
    const auto number = read_whole(node, 0, most, findings);
    return number && *number > 0 && *number < least ? read_whole(node, least, most, findings) : number;
  };
}

using Budgets = std::array<std::int64_t, 4>;
std::optional<Budgets> as_budgets(const Node& node, Diagnostics& findings) {
  Budgets budgets = MemoryOptions().max_tokens;
  Fields fields(node, "the budgets", findings);
  for (Consumer consumer : {Consumer::kClassifier, Consumer::kPlanner, Consumer::kLlm, Consumer::kAgent}) {
    fields.optional(to_string(consumer), as_budget(), budgets[static_cast<std::size_t>(consumer)]);
  }
  return budgets;
}

std::optional<MemoryOptions::Offload> as_offload(const Node& node, Diagnostics& findings) {
  MemoryOptions::Offload offload;
  Fields fields(node, "the offloading of results", findings);
  fields.optional("start", as_tokens(), offload.start);
  fields.optional("protect", as_tokens(), offload.protect);
  fields.optional("preview", as_whole(kMinCharacters, kMaxCharacters), offload.preview);
  TimeMs keep = offload.keep.count();
  fields.optional("keep", as_duration(60'000, kLongest), keep);
  offload.keep = std::chrono::milliseconds(keep);
  return offload;
}

struct SummaryRules {
  MemoryOptions::Summaries by = MemoryOptions::Summaries::kRecap;
  CompactionOptions compaction;
  std::int64_t max_tokens = MemoryOptions().summary_tokens;
  bool check = false;
  TimeMs timeout = MemoryOptions().summary_timeout.count();
};
std::optional<SummaryRules> as_summary_rules(const Node& node, Diagnostics& findings) {
  SummaryRules rules;
  Fields fields(node, "the summaries", findings);
  fields.optional("by",
                  as_word<MemoryOptions::Summaries>({{"off", MemoryOptions::Summaries::kOff},
                                                     {"recap", MemoryOptions::Summaries::kRecap},
                                                     {"host", MemoryOptions::Summaries::kHost}}),
                  rules.by);
  fields.optional("after_tokens", as_tokens(), rules.compaction.trigger_tokens);
  fields.optional("after_messages", as_none_or(kMinMessages, kMaxTokens), rules.compaction.trigger_messages);
  fields.optional("max_tokens", as_whole<std::int64_t>(50, kMaxTokens), rules.max_tokens);
  fields.optional("check", as_flag, rules.check);
  fields.optional("timeout", as_duration(100, 600'000), rules.timeout);
  double keep = kKeptShare;
  fields.optional("keep", as_share, keep);
  // Below trigger_tokens, so that a new summary does not trigger another at once.
  const auto most = std::max<std::int64_t>(rules.compaction.trigger_tokens - 1, 0);
  rules.compaction.keep_tokens =
      std::min(static_cast<std::int64_t>(keep * static_cast<double>(rules.compaction.trigger_tokens)), most);
  return rules;
}

std::optional<TopicOptions> as_topics(const Node& node, Diagnostics& findings) {
  TopicOptions topics;
  Fields fields(node, "the topics", findings);
  fields.optional("max", as_whole(1, kMaxTopics), topics.max_topics);
  fields.optional("max_recent", as_whole(3, 1'000), topics.max_recent);
  topics.keep_recent = std::max(topics.max_recent / 3, 1);
  fields.optional("importance", as_share, topics.importance);
  double threshold = 0;
  if (fields.optional("threshold", as_share, threshold)) topics.threshold = threshold;
  double merge = 0;
  if (fields.optional("merge", as_share, merge)) topics.merge_threshold = merge > 0 ? merge : kNeverMerged;
  return topics;
}

std::optional<LoopOptions> as_loops(const Node& node, Diagnostics& findings) {
  LoopOptions loops;
  Fields fields(node, "the loops", findings);
  fields.optional("threshold", as_whole(0, 100), loops.threshold);
  fields.optional("max_cycle", as_whole(1, 5), loops.max_cycle);
  return loops;
}

}  // namespace

std::optional<MemoryOptions> as_memory(const Node& node, Diagnostics& findings) {
  MemoryOptions memory;
  Fields fields(node, "the memory", findings);
  fields.optional("strategy",
                  as_word<ContextStrategy>({{"window", ContextStrategy::kWindow},
                                            {"summary", ContextStrategy::kSummary},
                                            {"hybrid", ContextStrategy::kHybrid}}),
                  memory.strategy);
  fields.optional("budgets", as_budgets, memory.max_tokens);
  fields.optional("max_turns", as_whole<std::int64_t>(0, 1'000'000'000), memory.max_turns);
  fields.optional("recent_turns", as_whole<std::int64_t>(0, 1'000'000'000), memory.recent_turns);
  fields.optional("trim_results", as_none_or(kMinCharacters, kMaxCharacters), memory.trim_results);
  fields.optional("strip_reasoning", as_flag, memory.strip_reasoning);
  fields.optional("notes", as_flag, memory.notes);
  fields.optional("results", as_none_or(kMinCharacters, kMaxCharacters), memory.results);
  fields.optional("offload", as_offload, memory.offload);
  SummaryRules rules;
  if (fields.optional("summary", as_summary_rules, rules)) {
    memory.summaries = rules.by;
    memory.compaction = rules.compaction;
    memory.summary_tokens = rules.max_tokens;
    memory.check_summaries = rules.check;
    memory.summary_timeout = std::chrono::milliseconds(rules.timeout);
  }
  fields.optional("topics", as_topics, memory.topics);
  fields.optional("loops", as_loops, memory.loops);
  return memory;
}

}  // namespace parley::config
