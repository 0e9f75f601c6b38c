// Tested by tests/intents/precedence_test.cc.
#include "intents/rules.h"

namespace parley::intents {

Rules::Rules(const config::BotDefinition& bot, config::Diagnostics& findings, std::int64_t max_memory)
    : patterns_(PatternSet::Match::kAnywhere) {
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

void Rules::match(std::string_view text, std::vector<Evidence>& out) const {
  thread_local std::vector<int> candidates;  // reuses memory between messages
  patterns_.candidates(text, candidates);
  for (const int candidate : candidates) {
    const auto span = patterns_[candidate].find(text);
    if (!span) continue;
    Evidence evidence = evidence_[static_cast<std::size_t>(candidate)];
    evidence.begin = span->begin;
    evidence.end = span->end;
    out.push_back(evidence);
  }
}

}  // namespace parley::intents
