#include "planner/commands.h"

#include "planner/follow_up.h"
#include "planner/handoff.h"
#include "planner/intent_stack.h"
#include "planner/lookups.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/session_events.h"

namespace parley::planner {
namespace {

Next say_nothing_to_cancel(TransitionBuilder& builder) {
  if (has_outcome(builder)) return say_outcome(builder);
  builder.note(Rule::kNothingToCancel);
  builder.say(builder.bot.replies.nothing_to_cancel);
  return Next::kStop;
}

void cancel_all(TransitionBuilder& builder) {
  close_all(builder, Rule::kIntentCancelled);
  builder.say(builder.bot.replies.cancelled_all);
}

// Closes the top intent and the intents that called it, without resuming the intent below them.
void close_top_chain(TransitionBuilder& builder) {
  bool was_called = true;
  while (was_called && !builder.is_idle()) {
    was_called = builder.top().called;
    pop_intent(builder, Rule::kIntentCancelled);
  }
}

// Skips the param, or fills it with its default.
Next skip_param(TransitionBuilder& builder, const config::Param& param) {
  const std::string& name = param.id.value;
  builder.say(builder.bot.replies.skipped);
  reset_attempts(builder, name);
  builder.top().changing.clear();
  const Value value = param.fallback ? value_for(builder, param, *param.fallback) : Value();
  if (!value.is_null()) {
    fill_param(builder, param, value);
  } else if (is_missing(builder, param)) {
    builder.top().skipped.push_back(name);
  }
  return Next::kAdvance;
}

}  // namespace

Next handle_cancel(TransitionBuilder& builder, const Understanding& message) {
  if (builder.is_idle()) return say_nothing_to_cancel(builder);
  builder.note(Rule::kCancelCommand);
  if (!builder.top().changing.empty()) {
    builder.top().changing.clear();
  } else {
    const config::Replies& replies = builder.bot.replies;
    builder.say(message.says_goodbye ? replies.denied : replies.cancelled);  // no "What else can I do?"
    cancel_intent(builder);
  }
  return message.says_goodbye && builder.is_idle() ? end_conversation(builder) : Next::kAdvance;
}

Next handle_cancel_all(TransitionBuilder& builder, const Understanding& message) {
  if (builder.is_idle()) return say_nothing_to_cancel(builder);
  builder.note(Rule::kCancelAllCommand);
  cancel_all(builder);
  return message.says_goodbye ? end_conversation(builder) : Next::kStop;
}

Next handle_reset(TransitionBuilder& builder, const Understanding&) {
  return handle_session_event(builder, SessionEvent::kReset);
}

Next handle_human(TransitionBuilder& builder, const Understanding&) {
  builder.note(Rule::kHumanCommand);
  return hand_off(builder, "requested");
}

Next handle_repeat(TransitionBuilder& builder, const Understanding&) {
  builder.note(Rule::kRepeatCommand);
  return repeat_question(builder);
}

Next handle_why(TransitionBuilder& builder, const Understanding&) {
  const config::Param* param = asked_param(builder);
  builder.note(Rule::kWhyCommand);
  return repeat_question(builder, builder.render(param && param->why ? *param->why : builder.bot.replies.why));
}

Next handle_skip(TransitionBuilder& builder, const Understanding& message) {
  const config::Param& param = *asked_param(builder);
  const config::Replies& replies = builder.bot.replies;
  const bool skips = message.act != Act::kDontKnow;  // "none of them" skips a list
  builder.note(skips ? Rule::kSkipCommand : Rule::kDontKnowCommand);
  if (!skips && may_look_up(builder, param)) return look_up(builder, message, param);
  if (!param.required || param.skippable) return skip_param(builder, param);
  const config::TextVariants& answer = skips ? replies.cannot_skip : param.help ? *param.help : replies.dont_know;
  return reject_answer(builder, AnswerFailure::kNotUnderstood, builder.render(answer), Reason::kReplacesReprompt);
}

void call_off(TransitionBuilder& builder, Act act) {
  builder.note(Rule::kOpenIntentCalledOff, {}, to_string(act));
  if (act == Act::kReset) {
    handle_session_event(builder, SessionEvent::kReset);
  } else if (act == Act::kCancelAll) {
    cancel_all(builder);
  } else {
    builder.state.waiting.reset();
    if (!builder.top().changing.empty()) return builder.top().changing.clear();
    builder.say(builder.bot.replies.cancelled);
    close_top_chain(builder);
  }
}

}  // namespace parley::planner
