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
#include "planner/small_talk.h"

namespace parley::planner {
namespace {

using Commands = acts::Command::Kind;

Next say_nothing_to_cancel(TransitionBuilder& builder) {
  if (has_outcome(builder)) return say_outcome(builder);
  builder.note(Rule::kNothingToCancel);
  builder.say(builder.bot.replies.nothing_to_cancel);
  return Next::kStop;
}

void cancel_offer(TransitionBuilder& builder, Effects& effects) {
  builder.note(Rule::kCancelCommand);
  builder.state.offered.clear();
  builder.say(builder.bot.replies.cancelled);
  effects.done = Next::kStop;
}

// Cancels the open intent with the intents that called it, or only the change of a param if the user has requested one.
// The intent below them resumes at the end of the message, unless another intent begins.
void cancel(TransitionBuilder& builder, Effects& effects) {
  builder.note(Rule::kCancelCommand);
  effects.progress = true;
  builder.state.waiting.reset();
  if (!builder.top().changing.empty()) return builder.top().changing.clear();
  const config::Replies& replies = builder.bot.replies;
  builder.say(effects.closes ? replies.denied : replies.cancelled);  // no "What else can I do?" before a goodbye
  effects.called_off = true;
  cancel_top(builder);
}

void cancel_all(TransitionBuilder& builder, Effects& effects) {
  builder.note(Rule::kCancelAllCommand);
  close_all(builder, Rule::kIntentCancelled);
  builder.say(builder.bot.replies.cancelled_all);
  effects.called_off = true;
}

void start_over(TransitionBuilder& builder, Effects& effects) {
  handle_session_event(builder, SessionEvent::kReset);
  effects.called_off = true;
}

void explain_question(TransitionBuilder& builder, Effects& effects) {
  const config::Param* param = asked_param(builder);
  builder.note(Rule::kWhyCommand);
  effects.aside = true;
  effects.first = builder.render(param && param->why ? *param->why : builder.bot.replies.why);
}

// Skips the param, or fills it with its default.
void skip_param(TransitionBuilder& builder, const config::Param& param, Effects& effects) {
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
  effects.progress = true;
}

}  // namespace

void pass(TransitionBuilder& builder, bool knows, Effects& effects) {
  const config::Param* param = asked_param(builder);
  if (!param) return;
  const config::Replies& replies = builder.bot.replies;
  builder.note(knows ? Rule::kSkipCommand : Rule::kDontKnowCommand);
  if (!knows && may_look_up(builder, *param)) {
    effects.done = look_up(builder, {}, {}, *param);
    return;
  }
  if (!param->required || param->skippable) return skip_param(builder, *param, effects);
  const config::TextVariants& answer = knows ? replies.cannot_skip : param->help ? *param->help : replies.dont_know;
  effects.failure = {AnswerFailure::kNotUnderstood, builder.render(answer), Reason::kReplacesReprompt};
}

void apply_command(TransitionBuilder& builder, Commands command, Effects& effects) {
  const bool ends = command == Commands::kCancel || command == Commands::kCancelAll;
  if (builder.is_idle() && ends && !builder.state.offered.empty()) return cancel_offer(builder, effects);
  if (builder.is_idle() && ends) {
    effects.done = say_nothing_to_cancel(builder);
    return;
  }
  switch (command) {
    case Commands::kCancel: return cancel(builder, effects);
    case Commands::kCancelAll: return cancel_all(builder, effects);
    case Commands::kStartOver: return start_over(builder, effects);
    case Commands::kPerson:
      builder.note(Rule::kHumanCommand);
      effects.done = hand_off(builder, "requested");
      return;
    case Commands::kRepeat:
      if (builder.is_idle()) return say_small_talk(builder, Act::kRepeat, effects);
      builder.note(Rule::kRepeatCommand);
      effects.aside = true;
      return;
    case Commands::kWhy:
      if (!builder.is_idle()) explain_question(builder, effects);
      return;
    case Commands::kSkip:
    case Commands::kDontKnow: return pass(builder, command == Commands::kSkip, effects);
  }
}

}  // namespace parley::planner
