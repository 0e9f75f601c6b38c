// What a message means to the question that is open, by what is being waited for.
// Tested by tests/planner/repair_test.cc.
#include <algorithm>

#include "planner/dialog.h"

namespace parley::planner {
namespace {

const ParamValue* find(const std::vector<ParamValue>& values, std::string_view param) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
  return found == values.end() ? nullptr : &*found;
}

const ParamValue* find_invalid(const std::vector<ParamValue>& values) {
  const auto found = std::find_if(values.begin(), values.end(), [](const ParamValue& value) { return !value.valid; });
  return found == values.end() ? nullptr : &*found;
}

}  // namespace

bool Dialog::names_other_intent(const Understanding& message) const {
  return !message.candidates.empty() && message.candidates.front().intent != top().intent;
}

// Other params of the intent that is open: said along the way, corrected, not clear, or to be changed.
bool Dialog::hear_other_params(const Understanding& message) {
  const config::Param* asked = asked_param();
  const std::string_view name = asked ? std::string_view(asked->id.value) : std::string_view();
  const bool may_correct = message.corrects || !names_other_intent(message);
  const bool unclear = note_unclear(message.ambiguous_answers);
  const bool named = ask_again_for(message.named);
  const bool taken = take(message.answers, may_correct ? Take::kAny : Take::kMissing, name);
  return unclear || named || taken;
}

void Dialog::hear_answer(const Understanding& message) {
  const config::Param& param = *asked_param();
  const std::string& name = param.id.value;
  const bool other_intent = names_other_intent(message);

  const ParamValue* answer = find(message.answers, name);
  if (answer && other_intent && (answer->whole_message || !answer->valid)) {
    note(Rule::kAnswerGaveWay, name);
    answer = nullptr;
  }
  // "no, I meant ..." is about what was said before, and leaves the question as it was.
  if (message.corrects && (!answer || answer->whole_message) && hear_other_params(message)) {
    forgive(name);
    return advance();
  }
  if (answer && !answer->valid) {
    take(message.answers, message.corrects ? Take::kAny : Take::kMissing, name);
    return judge(AnswerFailure::kInvalid, answer->rejection);
  }
  if (answer) {
    note(Rule::kAnswered, name);
    top().changing.clear();
    forgive(name);
    take_all(message.answers, param);
    note_unclear(message.ambiguous_answers);
    take(message.answers, message.corrects ? Take::kAny : Take::kMissing, name);
    say_rejections(message.answers);
    out_.state.unmatched = 0;
    out_.state.exhausted = 0;
    return advance();
  }
  if (hear_other_params(message)) {
    note(Rule::kOtherParamsFilled);
    forgive(name);
    out_.state.unmatched = 0;
    return advance();
  }
  if (take_elsewhere(message.elsewhere)) {
    note(Rule::kNotedForLater);
    return put_again(words(bot_.replies.noted));
  }
  if (other_intent) return digress(message);
  say_rejections(message.answers);
  const bool asks_for_it_again = !message.candidates.empty();
  if (asks_for_it_again || !message.answers.empty()) return put_again();
  judge(AnswerFailure::kNotUnderstood, words(bot_.replies.not_understood));
}

void Dialog::hear_confirmation(const Understanding& message) {
  if (const ParamValue* invalid = find_invalid(message.answers)) {
    return refuse_change(message, *invalid);
  }
  if (message.act == Act::kDeny) note(Rule::kDenied);
  if (hear_other_params(message)) {
    top().attempts.erase(kConfirmation);
    return advance();
  }
  if (message.act == Act::kAffirm) {
    note(Rule::kConfirmed);
    top().confirmed = true;
    remember_confirmed();
    forgive(kConfirmation);
    out_.state.exhausted = 0;
    return advance();
  }
  if (message.act == Act::kDeny) {
    const bool has_something = !top().params.empty() && intent().confirm->on_deny == config::OnDeny::kChange;
    if (has_something) return ask_what_to_change();
    say(bot_.replies.denied);
    close(End::kCancelled);
    return advance();
  }
  if (take_elsewhere(message.elsewhere)) return put_again(words(bot_.replies.noted));
  if (names_other_intent(message)) return digress(message);
  if (!message.candidates.empty() || !message.answers.empty()) return put_again();
  judge(AnswerFailure::kNotUnderstood, words(bot_.replies.confirm_again));
}

// The valid values beside an invalid one are taken.
void Dialog::refuse_change(const Understanding& message, const ParamValue& invalid) {
  note(Rule::kInvalid, invalid.param);
  if (!take(message.answers, Take::kAny)) return judge(AnswerFailure::kInvalid, invalid.rejection);
  say(invalid.rejection);
  top().attempts.erase(kConfirmation);
  advance();
}

// "What should I change?"
void Dialog::hear_change(const Understanding& message) {
  if (const ParamValue* invalid = find_invalid(message.answers)) return refuse_change(message, *invalid);
  if (hear_other_params(message)) {
    top().attempts.erase(kConfirmation);
    return advance();
  }
  if (message.act == Act::kDeny) {  // nothing
    say(bot_.replies.denied);
    close(End::kCancelled);
    return advance();
  }
  if (names_other_intent(message)) return digress(message);
  judge(AnswerFailure::kNotUnderstood, words(bot_.replies.not_understood));
}

void Dialog::hear_choice(const Understanding& message) {
  const std::vector<Choice> choices = out_.state.waiting->choices;
  const Choice* chosen = nullptr;
  if (message.choice && *message.choice >= 0 && static_cast<std::size_t>(*message.choice) < choices.size()) {
    chosen = &choices[static_cast<std::size_t>(*message.choice)];
  }
  const bool one_param = are_of_one_param(choices);
  for (const ParamValue& value : message.answers) {
    if (chosen) break;
    const auto same = std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) {
      return choice.param == value.param && choice.value == value.value;
    });
    if (same != choices.end()) chosen = &*same;
  }
  if (chosen) {
    note(Rule::kChosen, chosen->param);
    top().unclear.erase(top().unclear.begin());
    top().attempts.erase(kChoice);
    fill(*intent().find_param(chosen->param), chosen->value);
    take(message.answers, Take::kMissing);
    out_.state.exhausted = 0;
    return advance();
  }
  // Something else altogether for what it was about, or none of them.
  const bool another = one_param && find(message.answers, choices.front().param);
  if (another || message.act == Act::kDeny) {
    note(Rule::kNoneChosen);
    top().unclear.erase(top().unclear.begin());
    top().attempts.erase(kChoice);
    take(message.answers, Take::kAny);
    return advance();
  }
  if (hear_other_params(message)) return advance();
  if (names_other_intent(message)) return digress(message);
  judge(AnswerFailure::kNotUnderstood, words(bot_.replies.not_understood));
}

// The bot changed under the conversation and what was asked is gone; the intent is still open.
void Dialog::hear_adrift(const Understanding& message) {
  note(Rule::kQuestionLost);
  if (message.answers.empty() && names_other_intent(message)) return digress(message);
  hear_other_params(message);
  advance();
}

}  // namespace parley::planner
