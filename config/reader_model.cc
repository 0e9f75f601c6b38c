// Reads `llm` and `understanding`: the language model of the bot, and when it reads a message.
// Tested by tests/config/reader_model_test.cc.
#include "config/reader_parts.h"

namespace parley::config {
namespace {

constexpr TimeMs kShortestTimeout = 100, kLongestTimeout = 60'000;
constexpr std::int64_t kMostAnswerTokens = 10'000, kMostHistoryTokens = 100'000, kMostTokens = 1'000'000'000'000;

std::optional<Llm::Limits> as_model_limits(const Node& node, Diagnostics& findings) {
  Llm::Limits limits;
  Fields fields(node, "the limits of the language model", findings);
  if (!fields) return std::nullopt;
  fields.optional("turn", as_whole<std::int64_t>(0, kMostTokens), limits.turn);
  fields.optional("session", as_whole<std::int64_t>(0, kMostTokens), limits.session);
  fields.optional("day", as_whole<std::int64_t>(0, kMostTokens), limits.day);
  return limits;
}

}  // namespace

std::optional<Llm> as_llm(const Node& node, Diagnostics& findings) {
  Llm llm;
  Fields fields(node, "the language model", findings);
  if (!fields) return std::nullopt;
  fields.required("model", as_text, llm.model);
  Text style;
  fields.optional("style", as_text, style);
  llm.style = std::move(style.value);
  fields.optional("timeout", as_duration(kShortestTimeout, kLongestTimeout), llm.timeout);
  fields.optional("answer_tokens", as_whole<std::int64_t>(50, kMostAnswerTokens), llm.answer_tokens);
  fields.optional("history_tokens", as_whole<std::int64_t>(0, kMostHistoryTokens), llm.history_tokens);
  fields.optional("limits", as_model_limits, llm.limits);
  return llm;
}

std::optional<ModelReads> as_model_reads(const Node& node, Diagnostics& findings) {
  ModelReads reads = ModelReads::kOff;
  Fields fields(node, "the understanding", findings);
  if (!fields) return std::nullopt;
  fields.optional("llm",
                  as_word<ModelReads>(
                      {{"off", ModelReads::kOff}, {"fallback", ModelReads::kFallback}, {"first", ModelReads::kFirst}}),
                  reads);
  return reads;
}

}  // namespace parley::config
