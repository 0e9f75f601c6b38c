#include "planner/planner.h"

#include "planner/flow_executor.h"
#include "planner/lookups.h"
#include "planner/message_policy.h"
#include "planner/named_intents.h"
#include "planner/position.h"
#include "planner/session_events.h"
#include "planner/tool_results.h"
#include "planner/transition_builder.h"

namespace parley::planner {

Transition step(const config::BotDefinition& bot, SessionState& state, const Event& event, const TurnContext& context) {
  TransitionBuilder builder(bot, state, context);
  Next next = Next::kStop;
  if (const auto* message = std::get_if<Understanding>(&event)) {
    handle_message(builder, *message);
  } else if (const auto* outcome = std::get_if<ToolOutcome>(&event)) {
    next = handle_outcome(builder, *outcome);
  } else {
    next = handle_session_event(builder, std::get<SessionEvent>(event));
  }
  if (next == Next::kAdvance) run_until_blocked(builder);
  announce_queued(builder);
  return std::move(builder).finish();
}

const config::StepDefinition* waiting_step(const config::BotDefinition& bot, const SessionState& state) {
  if (!state.waiting || !state.waiting->call || state.frames.empty()) return nullptr;
  const config::Intent* intent = bot.find_intent(state.frames.back().intent);
  if (!intent) return nullptr;
  if (const config::StepDefinition* step = lookup_step(*intent, *state.waiting)) return step;
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
