// Tested by tests/config/reader_steps_test.cc.
#include "config/steps.h"

namespace parley::config {

const std::vector<Argument>& arguments_in(const StepDefinition& step) {
  static const std::vector<Argument> kNone;
  if (const auto* tool = step.as<ToolStep>()) return tool->with;
  if (const auto* call = step.as<CallStep>()) return call->with;
  const auto* start = step.as<StartStep>();
  return start ? start->with : kNone;
}

const std::vector<Save>& saves_in(const StepDefinition& step) {
  static const std::vector<Save> kNone;
  if (const auto* tool = step.as<ToolStep>()) return tool->save;
  const auto* call = step.as<CallStep>();
  return call ? call->save : kNone;
}

const Text* intent_in(const StepDefinition& step) {
  if (const auto* call = step.as<CallStep>()) return &call->intent;
  const auto* start = step.as<StartStep>();
  return start ? &start->intent : nullptr;
}

}  // namespace parley::config
