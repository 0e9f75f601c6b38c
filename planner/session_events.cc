#include "planner/session_events.h"

#include <optional>
#include <utility>

#include "planner/handoff.h"
#include "planner/intent_stack.h"
#include "planner/openings.h"
#include "planner/reprompting.h"
#include "planner/tool_results.h"

namespace parley::planner {
namespace {

void reset_counts_of_message(SessionState& state) {
  state.steps = 0;
  state.failed_calls.clear();
}

// Closes all intents, and drops the params of the session. The engine gives the new conversation its id.
Next reset_session(TransitionBuilder& builder) {
  close_all(builder, Rule::kIntentCancelled);
  SessionState& state = builder.state;
  state.handed_off.reset();
  state.counted_from = 0;
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
  const bool is_waiting = builder.state.waiting.has_value();
  if (!is_waiting && builder.is_idle()) {
    builder.say(builder.bot.replies.silence);
    return Next::kStop;
  }
  if (!is_waiting) return Next::kAdvance;
  if (builder.state.waits_for<ToolWait>()) return say_tool_is_running(builder);
  return reject_answer(builder, AnswerFailure::kSilent, {});
}

// The user opens the channel. In a conversation that has begun, the user knows what was said.
Next handle_start(TransitionBuilder& builder) {
  builder.is_silent = true;
  if (builder.state.handed_off || !builder.state.greets) return Next::kStop;
  reset_counts_of_message(builder.state);
  const auto first = greet(builder);
  const bool has_no_question = !builder.is_idle() && !builder.state.waiting;  // a write has opened the intent
  if (!first) return has_no_question ? Next::kAdvance : Next::kStop;
  push_intent(builder, *first);
  return Next::kAdvance;
}

// Continues the top intent, or the first queued one.
Next resume(TransitionBuilder& builder, std::optional<ToolOutcome> outcome) {
  if (builder.is_idle() && builder.state.queue.empty()) {
    builder.say(builder.bot.replies.given_back);
    return Next::kStop;
  }
  if (!builder.is_idle()) builder.say(builder.bot.replies.resume);
  if (!builder.state.waits_for<ToolWait>()) return Next::kAdvance;
  return outcome ? handle_outcome(builder, *outcome) : say_tool_is_running(builder);
}

// Returns the conversation to the bot. If `resumes`, the suspended intents continue; otherwise they are dropped.
Next give_back(TransitionBuilder& builder, bool resumes) {
  if (resumes) {
    auto outcome = std::move(builder.state.handed_off->outcome);
    take_back(builder);
    return resume(builder, std::move(outcome));
  }
  builder.note(Rule::kGivenBack, {}, "afresh");
  close_all(builder, Rule::kIntentHandedOff);
  builder.state.handed_off.reset();
  builder.state.counted_from = builder.context.turn;
  builder.say(builder.bot.replies.given_back);
  return Next::kStop;
}

void close_lapsed_question(TransitionBuilder& builder) {
  const auto& waiting = builder.state.waiting;
  if (!waiting || waiting->expires_at == 0 || builder.context.now < waiting->expires_at) return;
  builder.note(Rule::kQuestionLapsed);
  if (!builder.state.queue.empty()) builder.say(builder.bot.replies.expired);  // the queued intents will not begin
  close_all(builder, Rule::kIntentAbandoned);
}

}  // namespace

Next end_conversation(TransitionBuilder& builder) {
  close_all(builder, Rule::kIntentAbandoned);
  builder.state.handed_off.reset();
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
  const bool is_handed_off = builder.state.handed_off.has_value();
  switch (event) {
    case SessionEvent::kReset: reset_counts_of_message(builder.state); return reset_session(builder);
    case SessionEvent::kEnd: reset_counts_of_message(builder.state); return end_conversation(builder);
    case SessionEvent::kStart: return handle_start(builder);
    case SessionEvent::kGiveBack:
      reset_counts_of_message(builder.state);
      return is_handed_off ? give_back(builder, builder.context.resumes) : Next::kStop;
    case SessionEvent::kSilence: break;
  }
  if (is_handed_off) return Next::kStop;  // the person decides what silence means
  begin_input(builder);
  return handle_silence(builder);
}

}  // namespace parley::planner
