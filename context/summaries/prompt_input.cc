// Tested by tests/context/summaries/resilient_summarizer_test.cc.
#include "context/summaries/prompt_input.h"

namespace parley::context {

SummaryRequest redacted(const SummaryRequest& request, const std::function<std::string(std::string_view)>& redact) {
  SummaryRequest shown;
  shown.former = redact(request.former);
  shown.messages.reserve(request.messages.size());
  for (const Message& message : request.messages) {
    Message& copy = shown.messages.emplace_back();
    copy.seq = message.seq;
    copy.turn = message.turn;
    copy.role = message.role;
    copy.at = message.at;
    copy.text = redact(message.text);
    copy.details.tool = redact(message.details.tool);
    copy.details.call_id = message.details.call_id;
  }
  const SummaryFacts& facts = request.facts;
  shown.facts.open_question = redact(facts.open_question);
  for (const auto& [name, value] : facts.params) shown.facts.params[name] = redact(value);
  for (const std::string& decision : facts.decisions) shown.facts.decisions.push_back(redact(decision));
  for (const auto& [tool, text] : facts.results) shown.facts.results.emplace_back(tool, redact(text));
  shown.draft = redact(request.draft);
  shown.max_bytes = request.max_bytes;
  shown.max_tokens = request.max_tokens;
  shown.timeout = request.timeout;
  return shown;
}

std::size_t length_replaced(const SummaryRequest& request) {
  std::size_t length = request.former.size();
  for (const Message& message : request.messages) length += message.text.size();
  return length;
}

std::size_t fit_into_window(SummaryRequest& request, std::int64_t tokens,
                            const std::function<std::int64_t(std::string_view)>& count_tokens) {
  const SummaryFacts& facts = request.facts;
  tokens -= count_tokens(request.former) + count_tokens(request.draft) + count_tokens(facts.open_question);
  for (const auto& [name, value] : facts.params) tokens -= count_tokens(name) + count_tokens(value);
  for (const std::string& decision : facts.decisions) tokens -= count_tokens(decision);
  for (const auto& [tool, text] : facts.results) tokens -= count_tokens(tool) + count_tokens(text);
  std::size_t first = request.messages.size();
  while (first > 0) {
    tokens -= count_tokens(request.messages[first - 1].text);
    if (tokens < 0) break;
    --first;
  }
  request.messages.erase(request.messages.begin(), request.messages.begin() + static_cast<std::ptrdiff_t>(first));
  return first;
}

}  // namespace parley::context
