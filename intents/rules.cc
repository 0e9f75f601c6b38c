// Tested by tests/intents/precedence_test.cc.
#include "intents/rules.h"

#include "base/work_budget.h"
#include "intents/contrast.h"

namespace parley::intents {

Rules::Rules(const config::BotDefinition& bot, Prefilter& prefilter, config::Diagnostics& findings,
             std::int64_t max_memory)
    : patterns_(PatternSet::Match::kAnywhere, &prefilter) {
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    const config::Intent& intent = bot.intents[i];
    for (const config::Rule& rule : intent.rules) {
      Evidence evidence;
      evidence.intent = static_cast<int>(i);
      evidence.source = &rule.regex;
      evidence.priority = rule.priority;
      auto pattern = compile_pattern(rule.regex, findings);
      if (!pattern) continue;
      patterns_.add(std::move(*pattern));
      evidence_.push_back(evidence);
    }
  }
  if (patterns_.compile(max_memory)) return;
  findings.error(
      "E407", config::Mark{}, {},
      "the rules without a fixed text together exceed the memory limit of " + std::to_string(max_memory >> 20) + " MB",
      "shorten repetitions such as {0,100}, or add a literal word to the rules");
}

void Rules::match(const Message& message, std::vector<Evidence>& out) const {
  const std::string_view text = message.text.text();
  if (patterns_.size() == 0 || !base::WorkBudget::spend(text.size())) return;
  thread_local std::vector<int> candidates;  // reuses memory between messages
  patterns_.candidates(text, message.passed, candidates);
  const bool needs_places = message.needs_places || candidates.size() > 1;
  for (const int candidate : candidates) {
    const Pattern& pattern = patterns_[candidate];
    Evidence evidence = evidence_[static_cast<std::size_t>(candidate)];
    if (needs_places ? find_unrefused(pattern, message, evidence) : pattern.occurs_in(text)) out.push_back(evidence);
  }
}

// "Not the gas bill: the gas smells" refuses only the first match. If all matches are refused, the first one counts.
bool Rules::find_unrefused(const Pattern& pattern, const Message& message, Evidence& evidence) {
  const std::string_view text = message.text.text();
  const auto first = pattern.find(text);
  const auto is_refused = [&](const std::optional<Span>& span) {
    return span->begin != span->end && message.polarity().refuses(span->begin);
  };
  const auto skip = [&](std::optional<Span> span, const auto& is_skipped) {
    while (span && is_skipped(span)) {
      const std::size_t next_word = text.find(' ', span->begin + 1);
      span = next_word < text.size() ? pattern.find(text, next_word) : std::nullopt;
    }
    return span;
  };
  auto span = skip(first, is_refused);
  evidence.is_refused = first && !span;
  if (!span) span = first;
  if (!span) return false;
  const auto is_unsaid = [&](const std::optional<Span>& one) {
    return one->begin != one->end && is_denied(message, *one, *evidence.source);
  };
  evidence.is_denied = !skip(span, is_unsaid);
  evidence.begin = span->begin;
  evidence.end = span->end;
  return true;
}

}  // namespace parley::intents
