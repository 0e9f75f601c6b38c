#include "planner/yes_no.h"

#include "planner/ambiguity.h"
#include "planner/commands.h"
#include "planner/confirmation.h"
#include "planner/intent_offer.h"
#include "planner/intent_stack.h"
#include "planner/option_answers.h"
#include "planner/param_filling.h"
#include "planner/param_validation.h"
#include "planner/prompting.h"
#include "planner/small_talk.h"

namespace parley::planner {
namespace {

// A yes or a no is the value of a param of the type boolean.
void answer_yes_or_no(TransitionBuilder& builder, bool value, Effects& effects) {
  const config::Param& asked = *asked_param(builder);
  const ParamValue judged = validate_by_rules(asked, Value(value));
  if (!judged.valid) {
    effects.failure = {AnswerFailure::kInvalid, judged.rejection};
    return;
  }
  builder.note(Rule::kAnswered, asked.id.value);
  builder.top().changing.clear();
  reset_attempts(builder, asked.id.value);
  fill_param(builder, asked, judged.value);
  builder.state.unmatched = 0;
  builder.state.exhausted = 0;
  effects.progress = true;
}

void confirm(TransitionBuilder& builder, Effects& effects) {
  builder.note(Rule::kConfirmed);
  if (effects.has_remark) builder.say(builder.bot.replies.remark_not_taken);
  builder.top().confirmed = true;
  store_confirmed_params(builder);
  reset_confirmation_attempts(builder);
  builder.state.exhausted = 0;
  effects.progress = true;
}

void cancel_after_denial(TransitionBuilder& builder, Effects& effects) {
  builder.say(builder.bot.replies.denied);
  cancel_intent(builder);
  effects.progress = true;
}

void deny_confirmation(TransitionBuilder& builder, Effects& effects) {
  builder.note(Rule::kDenied);
  if (effects.closes) return apply_command(builder, acts::Command::Kind::kCancel, effects);  // "no thanks, bye"
  const bool may_change = builder.intent().confirm->on_deny == config::OnDeny::kChange || effects.by_words;
  const bool can_change = !builder.top().params.empty() && !builder.has_queued && may_change;
  if (!can_change) return cancel_after_denial(builder, effects);
  effects.done = ask_what_to_change(builder);
}

}  // namespace

void apply_yes(TransitionBuilder& builder, Question question, Effects& effects) {
  switch (question) {
    case Question::kNothing: return say_small_talk(builder, Act::kAffirm, effects);
    case Question::kOffer: return take_only_offer(builder, effects);
    case Question::kYesNo: return answer_yes_or_no(builder, true, effects);
    case Question::kOptions: return take_only_option(builder, effects);
    case Question::kConfirm: return confirm(builder, effects);
    case Question::kChange: effects.progress = true; return;  // confirm after all
    default: return;
  }
}

void apply_no(TransitionBuilder& builder, Question question, Effects& effects) {
  switch (question) {
    case Question::kNothing: return say_small_talk(builder, Act::kDeny, effects);
    case Question::kOffer: return refuse_offer(builder, effects);
    case Question::kYesNo: return answer_yes_or_no(builder, false, effects);
    case Question::kOptions: return refuse_options(builder, effects);
    case Question::kConfirm: return deny_confirmation(builder, effects);
    case Question::kChange:
      if (effects.closes) return apply_command(builder, acts::Command::Kind::kCancel, effects);
      return cancel_after_denial(builder, effects);
    case Question::kChoice:
      builder.note(Rule::kNoneChosen);
      close_choice(builder.top());
      effects.progress = true;
      return;
    default: return;
  }
}

}  // namespace parley::planner
