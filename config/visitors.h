// Iterates over nested steps, the entries of `answers`, and the comparisons of a condition.
// Tested by tests/config/dialog_keys_test.cc.
#pragma once

#include "config/definition.h"

namespace parley::config {

// Visits each list of steps in a step: visit(list).
template <class Step, class Visit>
void for_each_list_in(Step& step, const Visit& visit) {
  if (auto* tool = step.template as<ToolStep>()) {
    visit(tool->on_failure);
    visit(tool->on_timeout);
  } else if (auto* branch = step.template as<BranchStep>()) {
    visit(branch->then);
    visit(branch->otherwise);
  } else if (auto* loop = step.template as<LoopStep>()) {
    visit(loop->steps);
  }
}

// Visits each step once; nested steps follow their parent. `Steps` may be const.
template <class Steps, class Visit>
void for_each_step(Steps& steps, const Visit& visit) {
  for (auto& step : steps) {
    visit(step);
    for_each_list_in(step, [&](auto& inner) { for_each_step(inner, visit); });
  }
}

// Visits the steps that run while the bot asks for a param: its checks, and the step of `if_unknown`.
template <class Param, class Visit>
void for_each_step_of(Param& param, const Visit& visit) {
  for_each_step(param.checks, visit);
  if (param.if_unknown) visit(param.if_unknown->step);
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
