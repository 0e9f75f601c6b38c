#include "planner/option_answers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "planner/ambiguity.h"
#include "planner/intent_offer.h"
#include "planner/limits.h"
#include "planner/lookups.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/param_validation.h"
#include "planner/prompting.h"

namespace parley::planner {
namespace {

const std::vector<Choice>& listed(const TransitionBuilder& builder) { return builder.state.waiting->choices(); }

// Returns the indexes that are in the list.
std::vector<int> in_range(std::vector<int> indexes, const std::vector<Choice>& choices) {
  std::erase_if(indexes, [&](int index) { return index < 0 || static_cast<std::size_t>(index) >= choices.size(); });
  return indexes;
}

// Asks which of these options is meant.
void ask_which_option(TransitionBuilder& builder, const std::vector<int>& possible, Effects& effects) {
  const config::Replies& replies = builder.bot.replies;
  if (builder.state.waiting->asides >= kMaxAsides) {
    effects.failure = {AnswerFailure::kNotUnderstood, builder.render(replies.not_understood)};
    return;
  }
  const config::Param& asked = *asked_param(builder);
  std::vector<Choice> options;
  for (const int index : possible) options.push_back(listed(builder)[static_cast<std::size_t>(index)]);
  std::vector<std::string> labels = labels_of(options);
  builder.note(Rule::kChoiceAsked, asked.id.value);
  const Value shown = builder.renderer().format_choice(labels);
  PendingInput waiting = new_question(builder, AskedParam{asked.id.value, std::move(options)});
  waiting.attempt = builder.state.waiting->attempt;
  waiting.prompt_id = builder.state.waiting->prompt_id;
  waiting.asides = builder.state.waiting->asides + 1;
  builder.state.waiting = std::move(waiting);
  builder.add(AskUser{asked.id.value, builder.render(replies.choose, "choices", shown), builder.state.waiting->attempt,
                      std::move(labels)});
  effects.done = Next::kStop;
}

// Fills the param with the options at these places.
void take(TransitionBuilder& builder, const std::vector<int>& picked, Effects& effects) {
  const config::Param& asked = *asked_param(builder);
  const std::string& name = asked.id.value;
  const std::vector<Choice> options = listed(builder);
  std::vector<ParamValue> values;
  for (const int index : picked) {
    values.push_back(validate_by_rules(asked, options[static_cast<std::size_t>(index)].value));
    if (values.back().valid) continue;
    effects.failure = {AnswerFailure::kInvalid, values.back().rejection};
    return;
  }
  builder.note(Rule::kChosen, name);
  if (builder.top().changing == name) builder.top().changing.clear();
  reset_attempts(builder, name);
  if (asked.list) {
    values.front().op = ListOp::kSet;
    for (const ParamValue& value : values) change_list(builder, asked, value);
  } else {
    fill_param(builder, asked, values.front().value);
  }
  builder.state.unmatched = 0;
  builder.state.exhausted = 0;
  effects.progress = true;
}

void choose_options(TransitionBuilder& builder, const acts::Choose& choose, Effects& effects) {
  const std::vector<int> picked = in_range(choose.options, listed(builder));
  switch (choose.meaning) {
    case acts::Choose::Meaning::kNone: return refuse_options(builder, effects);
    case acts::Choose::Meaning::kOneOfThese:
      if (!picked.empty()) ask_which_option(builder, picked, effects);
      return;
    case acts::Choose::Meaning::kThese: break;
  }
  if (picked.empty()) return;
  if (picked.size() == 1 || asked_param(builder)->list) return take(builder, picked, effects);
  effects.aside = true;
  effects.first = builder.render(builder.bot.replies.one_option);
}

void choose_reading(TransitionBuilder& builder, const acts::Choose& choose, Effects& effects) {
  const std::vector<int> picked = in_range(choose.options, listed(builder));
  if (choose.meaning != acts::Choose::Meaning::kThese || picked.size() != 1) return;
  const Choice chosen = listed(builder)[static_cast<std::size_t>(picked.front())];
  builder.note(Rule::kChosen, chosen.param);
  close_choice(builder.top());
  fill_param(builder, *builder.intent().find_param(chosen.param), chosen.value);
  builder.state.exhausted = 0;
  effects.progress = true;
}

}  // namespace

void apply_choose(TransitionBuilder& builder, Question question, const acts::Choose& choose, Effects& effects) {
  if (question == Question::kOffer && choose.options.size() == 1)
    return take_offer(builder, choose.options.front(), effects);
  if (question == Question::kOptions) return choose_options(builder, choose, effects);
  if (question == Question::kChoice) return choose_reading(builder, choose, effects);
}

void take_only_option(TransitionBuilder& builder, Effects& effects) {
  if (listed(builder).size() == 1) take(builder, {0}, effects);
}

void refuse_options(TransitionBuilder& builder, Effects& effects) {
  const config::Param& asked = *asked_param(builder);
  builder.note(Rule::kNoneChosen);
  // The bot has asked only about the option that the user named earlier.
  if (listed(builder).size() == 1 && options_from_list(builder, asked).size() > 1) {
    effects.done = ask_param(builder, asked);
    return;
  }
  builder.top().unlisted.push_back(asked.id.value);
  builder.state.waits_for<AskedParam>()->choices.clear();
  if (may_look_up(builder, asked)) {
    effects.done = look_up(builder, {}, {}, asked);
  } else {
    effects.aside = true;
  }
}

}  // namespace parley::planner
