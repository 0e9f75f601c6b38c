// Iterates over nested steps and over the comparisons of a condition.
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

template <class Visit>
void for_each_comparison(const Condition& condition, const Visit& visit) {
  if (condition.kind == Condition::Kind::kCompare) visit(condition);
  for (const Condition& child : condition.children) for_each_comparison(child, visit);
}

}  // namespace parley::config
