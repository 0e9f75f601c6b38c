#include "planner/person_intents.h"

#include <algorithm>
#include <vector>

#include "planner/handoff.h"
#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/param_filling.h"
#include "planner/prompting.h"

namespace parley::planner {
namespace {

using config::StepDefinition;

// Returns the `handoff` that the intent reaches by `say` steps alone; null if there is none. The steps after it never
// run.
const StepDefinition* find_handoff(const config::Intent& intent) {
  const auto step = std::find_if(intent.steps.begin(), intent.steps.end(),
                                 [](const StepDefinition& one) { return one.kind != StepDefinition::Kind::kSay; });
  return step != intent.steps.end() && step->kind == StepDefinition::Kind::kHandoff ? &*step : nullptr;
}

bool is_urgent(const TransitionBuilder& builder, const Candidate& candidate) {
  const config::Intent* intent = builder.bot.find_intent(candidate.intent);
  return intent && intent->interrupts && leads_to_person(*intent);
}

bool names_urgent(const TransitionBuilder& builder, const Understanding& message) {
  return (!message.candidates.empty() && is_urgent(builder, message.candidates.front())) ||
         std::any_of(message.further.begin(), message.further.end(),
                     [&](const FurtherIntent& one) { return is_urgent(builder, one.candidate); });
}

// Returns the intents of the message: the best candidate, then the further ones.
std::vector<FurtherIntent> intents_of(const Understanding& message) {
  std::vector<FurtherIntent> intents;
  if (!message.candidates.empty()) {
    intents.push_back({message.candidates.front(), message.params, message.ambiguous});
  }
  intents.insert(intents.end(), message.further.begin(), message.further.end());
  return intents;
}

// Takes the values of the message for the open intent, so that the person need not ask for them.
void take_values(TransitionBuilder& builder, const Understanding& message) {
  std::vector<ParamValue> values = message.answers;
  std::erase_if(values, [](const ParamValue& value) { return value.whole_message || !value.valid; });
  if (const config::Param* asked = asked_param(builder)) fill_asked_param(builder, values, *asked);
  fill_params(builder, values, message.corrects ? FillMode::kAny : FillMode::kMissing);
}

}  // namespace

bool leads_to_person(const config::Intent& intent) {
  return intent.params.empty() && !intent.confirm && find_handoff(intent);
}

std::optional<Next> hand_over_by_intent(TransitionBuilder& builder, const Understanding& message) {
  if (message.act == Act::kReset || message.act == Act::kCancelAll) return std::nullopt;
  if (!names_urgent(builder, message)) return std::nullopt;
  const std::vector<FurtherIntent> intents = intents_of(message);
  const auto urgent = std::find_if(intents.begin(), intents.end(),
                                   [&](const FurtherIntent& one) { return is_urgent(builder, one.candidate); });
  const config::Intent& intent = *builder.bot.find_intent(urgent->candidate.intent);
  const auto admitted = Admitted::to_push(builder, intent);
  if (!admitted) return std::nullopt;
  // While a tool runs, its intent must stay on top, because it waits for the result.
  if (builder.is_waiting_for(PendingInput::Kind::kTool)) return hand_off(builder, find_handoff(intent)->reason);
  const bool is_open = !builder.is_idle();
  if (is_open) take_values(builder, message);
  for (const FurtherIntent& one : intents) {
    const bool is_top = is_open && one.candidate.intent == builder.top().intent;
    if (&one != &*urgent && !is_top) queue_intent(builder, one);
  }
  if (is_open) builder.note(Rule::kDigression);
  push_intent(builder, *admitted);
  return Next::kAdvance;
}

}  // namespace parley::planner
