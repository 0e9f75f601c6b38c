#include "planner/value_acts.h"

#include <algorithm>
#include <utility>

#include "planner/ambiguity.h"
#include "planner/confirmation.h"
#include "planner/intent_offer.h"
#include "planner/lookups.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/prompting.h"

namespace parley::planner {
namespace {

class ValueCollector {
 public:
  void add(const DialogAct& act) { std::visit(*this, act.what); }
  ValueActs take() && { return std::move(out_); }

  void operator()(const acts::Inform& inform) {
    if (!inform.value.intent.empty()) return out_.elsewhere.push_back(inform.value);
    if (inform.or_else.empty()) return out_.values.push_back(inform.value);
    std::vector<ParamValue>& readings = out_.readings.emplace_back();
    readings.push_back(inform.value);
    readings.insert(readings.end(), inform.or_else.begin(), inform.or_else.end());
  }
  void operator()(const acts::Correct& correct) {
    out_.by_words = out_.by_words || correct.by_words;
    if (correct.value) return out_.values.push_back(*correct.value);
    if (!correct.param.empty()) out_.named.push_back(correct.param);
  }
  void operator()(const acts::Retract& retract) { out_.values.push_back(retract.value); }
  template <class Other>
  void operator()(const Other&) {}

 private:
  ValueActs out_;
};

const ParamValue* find_value(const std::vector<ParamValue>& values, std::string_view param) {
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
  return found == values.end() ? nullptr : &*found;
}

const ParamValue* find_invalid(const std::vector<ParamValue>& values) {
  const auto found = std::find_if(values.begin(), values.end(), [](const ParamValue& value) { return !value.valid; });
  return found == values.end() ? nullptr : &*found;
}

// Takes the values for params other than the asked one: new values, corrections, readings to choose from, params to
// change. Returns whether it found any.
bool take_others(TransitionBuilder& builder, const ValueActs& acts) {
  const config::Param* asked = asked_param(builder);
  const bool ambiguous = add_choices(builder, acts.readings);
  std::vector<std::string> to_ask = acts.named;  // a param that gets a new value is not asked for
  std::erase_if(to_ask, [&](const std::string& name) {
    const ParamValue* value = find_value(acts.values, name);
    const config::Param* param = builder.intent().find_param(name);
    return value && param && value->valid && changes_param(builder, *param, *value);
  });
  const bool filled = fill_params(builder, acts.values, asked ? std::string_view(asked->id.value) : std::string_view());
  const bool named = request_change(builder, to_ask);
  return ambiguous || named || filled;
}

// Says why values were not accepted, and that a value is kept for an interrupted intent.
void take_the_rest(TransitionBuilder& builder, const ValueActs& acts, Effects& effects) {
  if (fill_interrupted(builder, acts.elsewhere)) {
    builder.note(Rule::kNotedForLater);
    effects.aside = true;
    effects.first = builder.render(builder.bot.replies.noted);
    return;
  }
  effects.aside = effects.aside || !acts.values.empty();
}

// Whether the question takes only its options, and the value is none of them.
bool is_unlisted(const TransitionBuilder& builder, const config::Param& asked, const ParamValue& answer) {
  const std::vector<Choice>& options = builder.state.waiting->choices();
  return !options.empty() && asked.options && asked.options->only && answer.valid && !is_listed(options, answer.value);
}

void accept_answer(TransitionBuilder& builder, const ValueActs& acts, const config::Param& asked) {
  const std::string& name = asked.id.value;
  builder.note(Rule::kAnswered, name);
  builder.top().changing.clear();
  reset_attempts(builder, name);
  fill_asked_param(builder, acts.values, asked);
  add_choices(builder, acts.readings);
  fill_params(builder, acts.values, name);
  say_rejections(builder, acts.values);
  builder.state.unmatched = 0;
  builder.state.exhausted = 0;
}

void apply_to_param_question(TransitionBuilder& builder, const ValueActs& acts, Effects& effects) {
  const config::Param& asked = *asked_param(builder);
  const std::string& name = asked.id.value;
  const ParamValue* answer = find_value(acts.values, name);
  if (answer && is_unlisted(builder, asked, *answer)) {
    effects.failure = {AnswerFailure::kInvalid, builder.render(builder.bot.replies.not_an_option)};
  } else if (answer && !answer->valid) {
    fill_params(builder, acts.values, name);
    effects.failure = {AnswerFailure::kInvalid, answer->rejection};
  } else if (answer) {
    accept_answer(builder, acts, asked);
    effects.progress = true;
  } else if (gives_lookup_value(builder, acts.values, acts.elsewhere, asked)) {
    effects.done = look_up(builder, acts.values, acts.elsewhere, asked);
  } else if (take_others(builder, acts)) {
    builder.note(Rule::kOtherParamsFilled);
    reset_attempts(builder, name);
    builder.state.unmatched = 0;
    effects.progress = true;
  } else {
    say_rejections(builder, acts.values);
    take_the_rest(builder, acts, effects);
  }
}

// Rejects an invalid value, but fills params from the other, valid values of the message.
void reject_change(TransitionBuilder& builder, const ValueActs& acts, const ParamValue& invalid, Effects& effects) {
  builder.note(Rule::kInvalid, invalid.param);
  if (!fill_params(builder, acts.values)) {
    effects.failure = {AnswerFailure::kInvalid, invalid.rejection};
    return;
  }
  builder.say(invalid.rejection);
  builder.top().attempts.confirmation.reset();
  effects.progress = true;
}

// "What should I change?" is about the free text of an intent that asks for nothing else.
bool fill_whole_message(TransitionBuilder& builder, const std::vector<ParamValue>& values) {
  const auto text = std::find_if(values.begin(), values.end(),
                                 [](const ParamValue& value) { return value.whole_message && value.valid; });
  const config::Param* param = text == values.end() ? nullptr : builder.intent().find_param(text->param);
  if (param) fill_asked_param(builder, values, *param);
  return param != nullptr;
}

void apply_to_confirmation(TransitionBuilder& builder, Question question, const ValueActs& acts, Effects& effects) {
  if (const ParamValue* invalid = find_invalid(acts.values)) return reject_change(builder, acts, *invalid, effects);
  const bool is_change = question == Question::kChange;
  if (take_others(builder, acts) || (is_change && fill_whole_message(builder, acts.values))) {
    builder.top().attempts.confirmation.reset();
    effects.progress = true;
  } else if (!is_change) {
    take_the_rest(builder, acts, effects);
  }
}

// The choice that the message names by its value; null if it names none.
const Choice* chosen_in(const std::vector<ParamValue>& values, const std::vector<Choice>& choices) {
  for (const ParamValue& value : values) {
    const auto same = std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) {
      return choice.param == value.param && choice.value == value.value;
    });
    if (same != choices.end()) return &*same;
  }
  return nullptr;
}

void apply_to_choice(TransitionBuilder& builder, const ValueActs& acts, Effects& effects) {
  const std::vector<Choice> choices = builder.state.waiting->choices();
  const Choice* chosen = chosen_in(acts.values, choices);
  if (chosen) {
    builder.note(Rule::kChosen, chosen->param);
    close_choice(builder.top());
    fill_param(builder, *builder.intent().find_param(chosen->param), chosen->value);
    fill_params(builder, acts.values);
    builder.state.exhausted = 0;
  } else if (are_of_one_param(choices) && find_value(acts.values, choices.front().param)) {
    builder.note(Rule::kNoneChosen);
    close_choice(builder.top());
    fill_params(builder, acts.values);
  } else if (!take_others(builder, acts)) {
    return;
  }
  effects.progress = true;
}

}  // namespace

ValueActs value_acts_of(const Resolution& resolution) {
  ValueCollector collector;
  for (const ResolvedAct& one : resolution.acts) {
    if (one.right == Right::kActs && one.part != Part::kPass) collector.add(*one.act);
  }
  return std::move(collector).take();
}

void apply_values(TransitionBuilder& builder, Question question, const ValueActs& acts, Effects& effects) {
  effects.by_words = acts.by_words;
  switch (question) {
    case Question::kNothing:
    case Question::kTool: return;
    case Question::kOffer:
      keep_values_for_offer(builder, acts.elsewhere);
      effects.fits_offer = !acts.elsewhere.empty();
      return;
    case Question::kParam:
    case Question::kYesNo:
    case Question::kOptions: return apply_to_param_question(builder, acts, effects);
    case Question::kConfirm:
    case Question::kChange: return apply_to_confirmation(builder, question, acts, effects);
    case Question::kChoice: return apply_to_choice(builder, acts, effects);
    case Question::kLost: take_others(builder, acts); return;
  }
}

}  // namespace parley::planner
