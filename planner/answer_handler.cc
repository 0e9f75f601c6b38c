#include "planner/answer_handler.h"

#include <algorithm>

#include "planner/ambiguity.h"
#include "planner/confirmation.h"
#include "planner/intent_queue.h"
#include "planner/intent_stack.h"
#include "planner/lookups.h"
#include "planner/named_intents.h"
#include "planner/option_answers.h"
#include "planner/param_filling.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"

namespace parley::planner {
namespace {

const ParamValue* find_value(const std::vector<ParamValue>& values, std::string_view param) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
  return found == values.end() ? nullptr : &*found;
}

const ParamValue* find_invalid(const std::vector<ParamValue>& values) {
  const auto found = std::find_if(values.begin(), values.end(), [](const ParamValue& value) { return !value.valid; });
  return found == values.end() ? nullptr : &*found;
}

FillMode mode_of(const Understanding& message) { return message.corrects ? FillMode::kAny : FillMode::kMissing; }

// Takes what the message says about other params of the open intent: values, corrections, readings to choose from,
// params to change. Returns whether it found any.
bool handle_other_params(TransitionBuilder& builder, const Understanding& message) {
  const config::Param* asked = asked_param(builder);
  const std::string_view name = asked ? std::string_view(asked->id.value) : std::string_view();
  const bool may_correct = message.corrects || !names_other_intent(builder, message);
  const bool ambiguous = add_choices(builder, message.ambiguous_answers);
  std::vector<std::string> to_ask = message.named;  // a param that gets a new value is not asked for
  std::erase_if(to_ask, [&](const std::string& param) {
    const ParamValue* value = find_value(message.answers, param);
    const auto current = builder.top().params.find(param);
    return value && value->valid && (current == builder.top().params.end() || current->second.value != value->value);
  });
  const bool filled = fill_params(builder, message.answers, may_correct ? FillMode::kAny : FillMode::kMissing, name);
  const bool named = request_change(builder, to_ask);
  return ambiguous || named || filled;
}

Next reject_as_not_understood(TransitionBuilder& builder, const config::TextVariants& reason) {
  return reject_answer(builder, AnswerFailure::kNotUnderstood, builder.render(reason));
}

// Whether another intent in the message takes precedence over the answer. It does if the answer is a free text or an
// invalid value.
bool gives_way(const TransitionBuilder& builder, const Understanding& message, const ParamValue& answer) {
  return names_other_intent(builder, message) && (answer.whole_message || !answer.valid);
}

Next accept_answer(TransitionBuilder& builder, const Understanding& message, const config::Param& asked) {
  const std::string& name = asked.id.value;
  builder.note(Rule::kAnswered, name);
  builder.top().changing.clear();
  reset_attempts(builder, name);
  fill_asked_param(builder, message.answers, asked);
  add_choices(builder, message.ambiguous_answers);
  fill_params(builder, message.answers, mode_of(message), name);
  say_rejections(builder, message.answers);
  builder.state.unmatched = 0;
  builder.state.exhausted = 0;
  return Next::kAdvance;
}

// Handles a message without values for params of the open intent.
Next handle_no_answer(TransitionBuilder& builder, const Understanding& message) {
  const config::Replies& replies = builder.bot.replies;
  if (fill_interrupted(builder, message.elsewhere)) {
    builder.note(Rule::kNotedForLater);
    return repeat_question(builder, builder.render(replies.noted));
  }
  if (names_other_intent(builder, message)) return handle_digression(builder, message);
  say_rejections(builder, message.answers);
  const bool names_open_intent = !message.candidates.empty();
  if (names_open_intent || !message.answers.empty()) return repeat_question(builder);
  return reject_as_not_understood(builder, replies.not_understood);
}

// Rejects an invalid value, but fills params from the other, valid values of the message.
Next reject_change(TransitionBuilder& builder, const Understanding& message, const ParamValue& invalid) {
  builder.note(Rule::kInvalid, invalid.param);
  if (!fill_params(builder, message.answers, FillMode::kAny)) {
    return reject_answer(builder, AnswerFailure::kInvalid, invalid.rejection);
  }
  builder.say(invalid.rejection);
  builder.top().attempts.erase(kConfirmation);
  return Next::kAdvance;
}

// "What should I change?" is about the free text of an intent that asks for nothing else.
bool fill_whole_message(TransitionBuilder& builder, const Understanding& message) {
  const auto text = std::find_if(message.answers.begin(), message.answers.end(),
                                 [](const ParamValue& value) { return value.whole_message && value.valid; });
  const config::Param* param = text == message.answers.end() ? nullptr : builder.intent().find_param(text->param);
  if (!param) return false;
  fill_asked_param(builder, message.answers, *param);
  builder.top().attempts.erase(kConfirmation);
  return true;
}

Next cancel_after_denial(TransitionBuilder& builder) {
  builder.say(builder.bot.replies.denied);
  cancel_intent(builder);
  return Next::kAdvance;
}

Next accept_confirmation(TransitionBuilder& builder, const Understanding& message) {
  builder.note(Rule::kConfirmed);
  if (message.has_remark) builder.say(builder.bot.replies.remark_not_taken);
  builder.top().confirmed = true;
  store_confirmed_params(builder);
  reset_attempts(builder, kConfirmation);
  builder.state.exhausted = 0;
  return Next::kAdvance;
}

Next deny_confirmation(TransitionBuilder& builder, const Understanding& message) {
  const bool may_change = builder.intent().confirm->on_deny == config::OnDeny::kChange || message.corrects;
  const bool can_change = !builder.top().params.empty() && !builder.has_queued && may_change;
  return can_change ? ask_what_to_change(builder) : cancel_after_denial(builder);
}

// Returns the choice that the message names by its number or value; null if it names none.
const Choice* chosen_in(const Understanding& message, const std::vector<Choice>& choices) {
  if (message.choice && *message.choice >= 0 && static_cast<std::size_t>(*message.choice) < choices.size()) {
    return &choices[static_cast<std::size_t>(*message.choice)];
  }
  for (const ParamValue& value : message.answers) {
    const auto same = std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) {
      return choice.param == value.param && choice.value == value.value;
    });
    if (same != choices.end()) return &*same;
  }
  return nullptr;
}

void close_choice(Frame& frame) {
  frame.unclear.erase(frame.unclear.begin());
  frame.attempts.erase(kChoice);
}

}  // namespace

Next handle_param_answer(TransitionBuilder& builder, const Understanding& message) {
  const config::Param& asked = *asked_param(builder);
  const std::string& name = asked.id.value;
  if (const auto next = take_options(builder, message, asked)) return *next;
  const ParamValue* answer = find_value(message.answers, name);
  if (answer && gives_way(builder, message, *answer)) {
    builder.note(Rule::kAnswerGaveWay, name);
    answer = nullptr;
  }
  // "no, I meant ..." is about an earlier value, and leaves the question open.
  const bool may_be_correction = message.corrects && (!answer || answer->whole_message);
  if (may_be_correction && handle_other_params(builder, message)) {
    reset_attempts(builder, name);
    return Next::kAdvance;
  }
  if (answer && !answer->valid) {
    fill_params(builder, message.answers, mode_of(message), name);
    return reject_answer(builder, AnswerFailure::kInvalid, answer->rejection);
  }
  if (answer) return accept_answer(builder, message, asked);
  const bool looks_up = gives_lookup_value(builder, message, asked) && !names_other_intent(builder, message);
  if (looks_up) return look_up(builder, message, asked);
  if (handle_other_params(builder, message)) {
    builder.note(Rule::kOtherParamsFilled);
    reset_attempts(builder, name);
    builder.state.unmatched = 0;
    return Next::kAdvance;
  }
  return handle_no_answer(builder, message);
}

Next handle_confirmation_answer(TransitionBuilder& builder, const Understanding& message) {
  const config::Replies& replies = builder.bot.replies;
  if (const ParamValue* invalid = find_invalid(message.answers)) return reject_change(builder, message, *invalid);
  if (message.act == Act::kDeny) builder.note(Rule::kDenied);
  const bool changes_nothing = message.answers.empty() && message.ambiguous_answers.empty() && message.named.empty();
  if (message.act == Act::kDeny && changes_nothing && names_other_intent(builder, message)) {
    queue_intent(builder, {message.candidates.front(), message.params, message.ambiguous});
    return cancel_after_denial(builder);
  }
  if (handle_other_params(builder, message)) {
    builder.top().attempts.erase(kConfirmation);
    return Next::kAdvance;
  }
  if (message.act == Act::kAffirm) return accept_confirmation(builder, message);
  if (message.act == Act::kDeny) return deny_confirmation(builder, message);
  if (fill_interrupted(builder, message.elsewhere)) {
    builder.note(Rule::kNotedForLater);
    return repeat_question(builder, builder.render(replies.noted));
  }
  if (names_other_intent(builder, message)) return handle_digression(builder, message);
  if (!message.candidates.empty() || !message.answers.empty()) return repeat_question(builder);
  return reject_as_not_understood(builder, message.has_remark ? replies.not_done_yet : replies.confirm_again);
}

Next handle_change_answer(TransitionBuilder& builder, const Understanding& message) {
  if (const ParamValue* invalid = find_invalid(message.answers)) return reject_change(builder, message, *invalid);
  if (handle_other_params(builder, message)) {
    builder.top().attempts.erase(kConfirmation);
    return Next::kAdvance;
  }
  if (message.act == Act::kDeny) return cancel_after_denial(builder);                               // "nothing"
  if (message.act == Act::kAffirm && !names_other_intent(builder, message)) return Next::kAdvance;  // confirm after all
  if (names_other_intent(builder, message)) return handle_digression(builder, message);
  if (fill_whole_message(builder, message)) return Next::kAdvance;
  return reject_as_not_understood(builder, builder.bot.replies.not_understood);
}

Next handle_choice_answer(TransitionBuilder& builder, const Understanding& message) {
  const std::vector<Choice> choices = builder.state.waiting->choices;
  if (const Choice* chosen = chosen_in(message, choices)) {
    builder.note(Rule::kChosen, chosen->param);
    close_choice(builder.top());
    fill_param(builder, *builder.intent().find_param(chosen->param), chosen->value);
    fill_params(builder, message.answers, FillMode::kMissing);
    builder.state.exhausted = 0;
    return Next::kAdvance;
  }
  const bool has_other_value = are_of_one_param(choices) && find_value(message.answers, choices.front().param);
  if (has_other_value || message.act == Act::kDeny) {
    builder.note(Rule::kNoneChosen);
    close_choice(builder.top());
    fill_params(builder, message.answers, FillMode::kAny);
    return Next::kAdvance;
  }
  if (handle_other_params(builder, message)) return Next::kAdvance;
  if (names_other_intent(builder, message)) return handle_digression(builder, message);
  return reject_as_not_understood(builder, builder.bot.replies.not_understood);
}

Next handle_lost_question(TransitionBuilder& builder, const Understanding& message) {
  builder.note(Rule::kQuestionLost);
  if (message.answers.empty() && names_other_intent(builder, message)) return handle_digression(builder, message);
  handle_other_params(builder, message);
  return Next::kAdvance;
}

}  // namespace parley::planner
