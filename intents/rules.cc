// Tested by tests/intents/precedence_test.cc.
#include "intents/rules.h"

#include "base/work_budget.h"

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
    const auto span = needs_places              ? pattern.find(text)
                      : pattern.occurs_in(text) ? std::optional(Span())
                                                : std::nullopt;
    if (!span) continue;
    out.push_back(evidence_[static_cast<std::size_t>(candidate)]);
    out.back().begin = span->begin;
    out.back().end = span->end;
  }
}

}  // namespace parley::intents
