#include "planner/planner.h"

#include "planner/flow_executor.h"
#include "planner/message_handler.h"
#include "planner/requests.h"
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

}  // namespace parley::planner
