// Tested by tests/intents/example_classifier_test.cc and inquiry_reading_test.cc.
#include "intents/effects.h"

#include <algorithm>
#include <cstddef>

#include "config/visitors.h"

namespace parley::intents {
namespace {

using config::StepDefinition;

// Visits the steps of the intent, and those of its params, which run before the intent asks for confirmation.
template <class Visit>
void for_each_step_before_confirm(const config::Intent& intent, const Visit& visit) {
  if (!intent.confirm) config::for_each_step(intent.steps, visit);
  for (const config::Param& param : intent.params) config::for_each_step_of(param, visit);
}

// Returns the intent that the step calls or starts; null if it does neither.
const config::Intent* intent_after(const config::BotDefinition& bot, const StepDefinition& step) {
  const config::Text* next = intent_in(step);
  return next ? bot.find_intent(next->value) : nullptr;
}

// Returns the intents that do something themselves, or reach one that does by a step that `each_step` visits.
template <class EachStep, class Does>
std::vector<bool> intents_that_reach(const config::BotDefinition& bot, const EachStep& each_step, const Does& does) {
  std::vector<bool> found(bot.intents.size());
  std::vector<std::vector<std::size_t>> led_to_by(bot.intents.size());
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    found[i] = does(bot.intents[i]);
    if (found[i]) left.push_back(i);
    each_step(bot.intents[i], [&](const StepDefinition& step) {
      const config::Intent* next = intent_after(bot, step);
      if (next) led_to_by[static_cast<std::size_t>(next - bot.intents.data())].push_back(i);
    });
  }
  while (!left.empty()) {
    const std::size_t last = left.back();
    left.pop_back();
    for (const std::size_t before : led_to_by[last]) {
      if (found[before]) continue;
      found[before] = true;
      left.push_back(before);
    }
  }
  return found;
}

// Returns the intents that do something themselves, or call or start an intent that does.
template <class Does>
std::vector<bool> intents_that(const config::BotDefinition& bot, const Does& does) {
  const auto each_step = [](const config::Intent& intent, const auto& visit) {
    config::for_each_step(intent.steps, visit);
  };
  return intents_that_reach(bot, each_step, does);
}

bool may_change(const config::BotDefinition& bot, const StepDefinition& step) {
  const auto* call = step.as<config::ToolStep>();
  const config::Tool* tool = call ? bot.find_tool(call->tool.value) : nullptr;
  return tool && !tool->idempotent;
}

template <class Test>
bool any_step(const config::Intent& intent, const Test& test) {
  bool found = false;
  const auto note = [&](const StepDefinition& step) { found = found || test(step); };
  config::for_each_step(intent.steps, note);
  for (const config::Param& param : intent.params) config::for_each_step_of(param, note);
  return found;
}

bool changes_itself(const config::BotDefinition& bot, const config::Intent& intent) {
  return intent.confirm || any_step(intent, [&](const StepDefinition& step) { return may_change(bot, step); });
}

}  // namespace

std::vector<bool> intents_that_call_tools(const config::BotDefinition& bot) {
  return intents_that(bot, [](const config::Intent& intent) {
    return any_step(intent, [](const StepDefinition& step) { return step.is<config::ToolStep>(); });
  });
}

std::vector<bool> intents_that_confirm(const config::BotDefinition& bot) {
  return intents_that(bot, [](const config::Intent& intent) { return intent.confirm.has_value(); });
}

std::vector<std::vector<int>> intents_started_by(const config::BotDefinition& bot) {
  std::vector<std::vector<int>> started(bot.intents.size());
  for (std::size_t i = 0; i < bot.intents.size(); ++i) {
    config::for_each_step(bot.intents[i].steps, [&](const StepDefinition& step) {
      const config::Intent* next = step.is<config::StartStep>() ? intent_after(bot, step) : nullptr;
      if (next) started[i].push_back(static_cast<int>(next - bot.intents.data()));
    });
  }
  return started;
}

std::vector<bool> intents_that_change(const config::BotDefinition& bot) {
  return intents_that(bot, [&](const config::Intent& intent) { return changes_itself(bot, intent); });
}

std::vector<bool> intents_that_change_unasked(const config::BotDefinition& bot) {
  const auto each_step = [](const config::Intent& intent, const auto& visit) {
    for_each_step_before_confirm(intent, visit);
  };
  return intents_that_reach(bot, each_step, [&](const config::Intent& intent) {
    bool changes = false;
    each_step(intent, [&](const StepDefinition& step) { changes = changes || may_change(bot, step); });
    return changes;
  });
}

bool may_change(const config::BotDefinition& bot, const config::Intent& intent) {
  std::vector<const config::Intent*> reached{&intent};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (changes_itself(bot, *reached[i])) return true;
    config::for_each_step(reached[i]->steps, [&](const StepDefinition& step) {
      const config::Intent* next = intent_after(bot, step);
      if (next && std::find(reached.begin(), reached.end(), next) == reached.end()) reached.push_back(next);
    });
  }
  return false;
}

std::vector<bool> intents_that_only_say(const config::BotDefinition& bot) {
  std::vector<bool> only_say = intents_that(bot, [](const config::Intent& intent) {
    return intent.confirm || !intent.params.empty() || any_step(intent, [](const StepDefinition& step) {
             return !step.is<config::SayStep>() && !step.is<config::BranchStep>() && !intent_in(step);
           });
  });
  only_say.flip();
  return only_say;
}

}  // namespace parley::intents
