// Tested by tests/intents/example_classifier_test.cc.
#include "intents/effects.h"

#include <cstddef>

#include "config/visitors.h"

namespace parley::intents {

std::vector<bool> intents_that_call_tools(const config::BotDefinition& bot) {
  std::vector<bool> calls(bot.intents.size());
  std::vector<std::vector<std::size_t>> led_to_by(bot.intents.size());
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    const config::Intent& intent = bot.intents[i];
    for (const config::Param& param : intent.params) calls[i] = calls[i] || !param.checks.empty();
    config::for_each_step(intent.steps, [&](const config::StepDefinition& step) {
      if (step.kind == config::StepDefinition::Kind::kTool) calls[i] = true;
      const config::Intent* next = bot.find_intent(step.intent.value);
      if (next) led_to_by[static_cast<std::size_t>(next - bot.intents.data())].push_back(i);
    });
    if (calls[i]) found.push_back(i);
  }
  while (!found.empty()) {
    const std::size_t last = found.back();
    found.pop_back();
    for (const std::size_t before : led_to_by[last]) {
      if (calls[before]) continue;
      calls[before] = true;
      found.push_back(before);
    }
  }
  return calls;
}

}  // namespace parley::intents
