#include "planner/openings.h"

#include <vector>

#include "planner/param_sources.h"

namespace parley::planner {
namespace {

using config::StepDefinition;

// Returns the intent that the steps start; null if they start none.
const config::Intent* run(TransitionBuilder& builder, const std::vector<StepDefinition>& steps) {
  const config::Intent* first = nullptr;
  for (const StepDefinition& step : steps) {
    if (const auto* say = step.as<config::SayStep>()) builder.say(say->text);
    if (const auto* start = step.as<config::StartStep>()) first = builder.bot.find_intent(start->intent.value);
    if (const auto* branch = step.as<config::BranchStep>()) {
      first = run(builder, holds(builder, branch->condition) ? branch->then : branch->otherwise);
    }
    if (first) break;
  }
  return first;
}

}  // namespace

std::optional<Admitted> greet(TransitionBuilder& builder) {
  builder.state.greets = false;
  builder.note(Rule::kGreeted);
  const config::Intent* first = run(builder, builder.bot.on_start.steps);
  builder.mark_greeting();
  return first ? Admitted::to_push(builder, *first) : std::nullopt;
}

void say_opening(TransitionBuilder& builder) {
  Frame& frame = builder.top();
  const auto& opening = builder.intent().opening;
  if (!opening || frame.opened || frame.called) return;
  frame.opened = true;
  builder.note(Rule::kOpened);
  builder.say_at_beginning(builder.render(*opening));
}

}  // namespace parley::planner
