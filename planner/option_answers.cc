#include "planner/option_answers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "planner/limits.h"
#include "planner/lookups.h"
#include "planner/named_intents.h"
#include "planner/options.h"
#include "planner/param_filling.h"
#include "planner/param_validation.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"

namespace parley::planner {
namespace {

const std::vector<Choice>& open_options(const TransitionBuilder& builder) { return builder.state.waiting->choices; }

// Returns the options that the message names.
std::vector<int> picked_in(const Understanding& message, const std::vector<Choice>& options) {
  std::vector<int> picked = message.several;
  if (message.choice) picked = {*message.choice};
  const bool is_yes = options.size() == 1 && message.act == Act::kAffirm && message.answers.empty();
  if (is_yes) picked = {0};
  std::erase_if(picked, [&](int index) { return index < 0 || static_cast<std::size_t>(index) >= options.size(); });
  return picked;
}

// Refuses the list. The bot then looks the value up in another way, or asks without the list.
Next refuse_list(TransitionBuilder& builder, const Understanding& message, const config::Param& asked) {
  builder.note(Rule::kNoneChosen);
  // The bot has asked only about the option that the user named earlier.
  if (open_options(builder).size() == 1 && options_from_list(builder, asked).size() > 1)
    return ask_param(builder, asked);
  builder.top().unlisted.push_back(asked.id.value);
  builder.state.waiting->choices.clear();
  if (may_look_up(builder, asked)) return look_up(builder, message, asked);
  return repeat_question(builder);
}

Next ask_which_option(TransitionBuilder& builder, const std::vector<int>& possible, const config::Param& asked) {
  const config::Replies& replies = builder.bot.replies;
  if (builder.state.waiting->asides >= kMaxAsides) {
    return reject_answer(builder, AnswerFailure::kNotUnderstood, builder.render(replies.not_understood));
  }
  std::vector<Choice> options;
  for (const int index : possible) options.push_back(open_options(builder)[static_cast<std::size_t>(index)]);
  std::vector<std::string> labels = labels_of(options);
  builder.note(Rule::kChoiceAsked, asked.id.value);
  const Value listed = builder.renderer().format_choice(labels);
  PendingInput waiting = new_question(builder, PendingInput::Kind::kParam);
  waiting.param = asked.id.value;
  waiting.attempt = builder.state.waiting->attempt;
  waiting.prompt_id = builder.state.waiting->prompt_id;
  waiting.asides = builder.state.waiting->asides + 1;
  waiting.choices = std::move(options);
  builder.state.waiting = std::move(waiting);
  builder.add(AskUser{asked.id.value, builder.render(replies.choose, "choices", listed), builder.state.waiting->attempt,
                      std::move(labels)});
  return Next::kStop;
}

// Fills the param with the options at these places.
Next take(TransitionBuilder& builder, const Understanding& message, const std::vector<int>& picked,
          const config::Param& asked) {
  const std::string& name = asked.id.value;
  const std::vector<Choice> options = open_options(builder);
  std::vector<ParamValue> values;
  for (const int index : picked) {
    values.push_back(validate_by_rules(asked, options[static_cast<std::size_t>(index)].value));
    if (!values.back().valid) return reject_answer(builder, AnswerFailure::kInvalid, values.back().rejection);
  }
  builder.note(Rule::kChosen, name);
  builder.top().changing.clear();
  reset_attempts(builder, name);
  if (asked.list) {
    values.front().op = ListOp::kSet;
    for (std::size_t i = 1; i < values.size(); ++i) values[i].op = ListOp::kAdd;
    for (const ParamValue& value : values) change_list(builder, asked, value);
  } else {
    fill_param(builder, asked, values.front().value);
  }
  fill_params(builder, message.answers, FillMode::kMissing, name);
  builder.state.unmatched = 0;
  builder.state.exhausted = 0;
  return Next::kAdvance;
}

// Whether an answer of the message is a value that the list does not have.
bool names_unlisted(const std::vector<Choice>& options, const Understanding& message, const config::Param& asked) {
  return std::any_of(message.answers.begin(), message.answers.end(), [&](const ParamValue& value) {
    return value.param == asked.id.value && value.valid && !is_listed(options, value.value);
  });
}

}  // namespace

std::optional<Next> take_options(TransitionBuilder& builder, const Understanding& message, const config::Param& asked) {
  const std::vector<Choice>& options = open_options(builder);
  if (options.empty() || names_other_intent(builder, message)) return std::nullopt;
  const std::vector<int> picked = picked_in(message, options);
  if (!picked.empty()) {
    if (picked.size() == 1 || asked.list) return take(builder, message, picked, asked);
    return repeat_question(builder, builder.render(builder.bot.replies.one_option));
  }
  const bool refuses = message.refuses_options || (message.act == Act::kDeny && message.answers.empty());
  if (refuses) return refuse_list(builder, message, asked);
  if (!message.possible.empty()) return ask_which_option(builder, message.possible, asked);
  if (!asked.options || !asked.options->only || !names_unlisted(options, message, asked)) return std::nullopt;
  return reject_answer(builder, AnswerFailure::kInvalid, builder.render(builder.bot.replies.not_an_option));
}

}  // namespace parley::planner
