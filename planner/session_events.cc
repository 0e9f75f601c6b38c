#include "planner/session_events.h"

#include "planner/intent_stack.h"
#include "planner/reprompting.h"

namespace parley::planner {
namespace {

// Closes all intents, and drops the params of the session. The engine gives the new conversation its id.
Next reset_session(TransitionBuilder& builder) {
  close_all(builder, Rule::kIntentCancelled);
  SessionState& state = builder.state;
  state.params.clear();
  state.last_result = Value();
  state.unmatched = 0;
  state.exhausted = 0;
  state.last_intent.reset();
  state.began_turn = builder.context.turn;
  state.began_at = builder.context.now;
  builder.say(builder.bot.replies.reset);
  return Next::kStop;
}

// Counts a silence as a failed answer, so that a question ends even if the user is gone.
Next handle_silence(TransitionBuilder& builder) {
  const auto& waiting = builder.state.waiting;
  if (!waiting && builder.is_idle()) {
    builder.say(builder.bot.replies.silence);
    return Next::kStop;
  }
  if (!waiting) return Next::kAdvance;
  if (waiting->kind == PendingInput::Kind::kTool) return say_tool_is_running(builder);
  return reject_answer(builder, AnswerFailure::kSilent, {});
}

void close_lapsed_question(TransitionBuilder& builder) {
  const auto& waiting = builder.state.waiting;
  if (!waiting || waiting->expires_at == 0 || builder.context.now < waiting->expires_at) return;
  builder.note(Rule::kQuestionLapsed);
  if (!builder.state.queue.empty()) builder.say(builder.bot.replies.expired);  // the queued intents will not begin
  close_all(builder, Rule::kIntentAbandoned);
}

void reset_counts_of_message(SessionState& state) {
  state.steps = 0;
  state.failed_calls.clear();
}

}  // namespace

Next end_conversation(TransitionBuilder& builder) {
  close_all(builder, Rule::kIntentAbandoned);
  builder.state.params.clear();
  builder.state.ended = true;
  builder.say(builder.bot.replies.goodbye);
  return Next::kStop;
}

void begin_input(TransitionBuilder& builder) {
  reset_counts_of_message(builder.state);
  close_lapsed_question(builder);
}

Next handle_session_event(TransitionBuilder& builder, SessionEvent event) {
  builder.note(Rule::kSessionEvent, {}, to_string(event));
  switch (event) {
    case SessionEvent::kReset: reset_counts_of_message(builder.state); return reset_session(builder);
    case SessionEvent::kEnd: reset_counts_of_message(builder.state); return end_conversation(builder);
    case SessionEvent::kSilence: break;
  }
  begin_input(builder);
  return handle_silence(builder);
}

}  // namespace parley::planner
