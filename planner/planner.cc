#include "planner/planner.h"

#include "planner/dialog.h"

namespace parley::planner {

Transition step(const config::BotDefinition& bot, SessionState state, const Event& event, const TurnContext& moment) {
  Dialog dialog(bot, std::move(state), moment);
  if (const auto* message = std::get_if<Understanding>(&event)) {
    dialog.hear(*message);
  } else if (const auto* outcome = std::get_if<ToolOutcome>(&event)) {
    dialog.take_outcome(*outcome);
  } else {
    dialog.take_event(std::get<SessionEvent>(event));
  }
  return std::move(dialog).finish();
}

const config::StepDefinition* waiting_step(const config::BotDefinition& bot, const SessionState& state) {
  if (!state.waiting || !state.waiting->call || state.frames.empty()) return nullptr;
  const config::Intent* intent = bot.find_intent(state.frames.back().intent);
  if (!intent) return nullptr;
  const config::Param* checked = intent->find_param(state.waiting->param);
  const config::StepDefinition* step =
      checked && !checked->checks.empty() ? &checked->checks.front() : Position(state.waiting->step).in(*intent);
  return step && step->tool.value == state.waiting->call->name ? step : nullptr;
}

std::string param_behind(const config::StepDefinition& step, const std::string& argument) {
  for (const auto& with : step.with) {
    if (with.name != argument || !with.origin.text) continue;
    const auto& pieces = with.origin.text->pieces;
    if (pieces.size() == 1 && pieces[0].literal.empty()) return pieces[0].placeholder;
  }
  return argument;
}

}  // namespace parley::planner
