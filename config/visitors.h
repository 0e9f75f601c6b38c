// Iterates over nested steps, the entries of `answers`, and the comparisons of a condition.
// Tested by tests/config/dialog_keys_test.cc.
#pragma once

#include "config/definition.h"

namespace parley::config {

// Visits each step once; nested steps follow their parent. `Steps` may be const.
template <class Steps, class Visit>
void for_each_step(Steps& steps, const Visit& visit) {
  for (auto& step : steps) {
    visit(step);
    for (auto* inner : {&step.then, &step.otherwise, &step.on_failure, &step.on_timeout}) for_each_step(*inner, visit);
  }
}

// Visits the steps that run while the bot asks for a param: its checks, and the step of `if_unknown`.
template <class Param, class Visit>
void for_each_step_of(Param& param, const Visit& visit) {
  for_each_step(param.checks, visit);
  if (param.if_unknown) for_each_step(param.if_unknown->step, visit);
}

// Visits each entry of `answers`: visit(intent, param, answer, index). `param` is null for an entry of the intent
// itself; `index` is its place in its list.
template <class Visit>
void for_each_answer(const BotDefinition& bot, const Visit& visit) {
  for (const Intent& intent : bot.intents) {
    for (std::size_t i = 0; i < intent.answers.size(); ++i) visit(intent, nullptr, intent.answers[i], i);
    for (const Param& param : intent.params) {
      for (std::size_t i = 0; i < param.answers.size(); ++i) visit(intent, &param, param.answers[i], i);
    }
  }
}

template <class Visit>
void for_each_comparison(const Condition& condition, const Visit& visit) {
  if (condition.kind == Condition::Kind::kCompare) visit(condition);
  for (const Condition& child : condition.children) for_each_comparison(child, visit);
}

}  // namespace parley::config
