// All steps of a list, with those that others hold.
#pragma once

#include <vector>

#include "config/definition.h"

namespace parley::engine {

template <class Visit>
void for_each_step(const std::vector<config::StepDefinition>& steps, const Visit& visit) {
  for (const config::StepDefinition& step : steps) {
    visit(step);
    for (const auto* inner : {&step.then, &step.otherwise, &step.on_failure, &step.on_timeout}) {
      for_each_step(*inner, visit);
    }
  }
}

}  // namespace parley::engine
