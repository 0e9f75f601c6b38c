#include "planner/person_intents.h"

#include <algorithm>

#include "planner/handoff.h"
#include "planner/intent_stack.h"

namespace parley::planner {
namespace {

// Returns the `handoff` that the intent reaches by `say` steps alone; null if there is none. The steps after it never
// run.
const config::HandoffStep* find_handoff(const config::Intent& intent) {
  const auto step = std::find_if(intent.steps.begin(), intent.steps.end(),
                                 [](const config::StepDefinition& one) { return !one.is<config::SayStep>(); });
  return step == intent.steps.end() ? nullptr : step->as<config::HandoffStep>();
}

}  // namespace

bool leads_to_person(const config::Intent& intent) {
  return intent.params.empty() && !intent.confirm && find_handoff(intent);
}

bool is_urgent(const TransitionBuilder& builder, const std::string& intent) {
  const config::Intent* named = builder.bot.find_intent(intent);
  return named && named->interrupts && leads_to_person(*named);
}

std::optional<Next> hand_over_by_intent(TransitionBuilder& builder, const FurtherIntent& wanted) {
  const config::Intent& intent = *builder.bot.find_intent(wanted.candidate.intent);
  const auto admitted = Admitted::to_push(builder, intent);
  if (!admitted) return std::nullopt;
  // While a tool runs, its intent must stay on top, because it waits for the result.
  if (builder.state.waits_for<ToolWait>()) return hand_off(builder, find_handoff(intent)->reason);
  if (!builder.is_idle()) builder.note(Rule::kDigression);
  push_intent(builder, *admitted);
  return Next::kAdvance;
}

}  // namespace parley::planner
