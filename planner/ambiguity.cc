#include "planner/ambiguity.h"

#include <algorithm>

#include "planner/param_filling.h"
#include "planner/param_sources.h"

namespace parley::planner {
namespace {

std::string label_of(TransitionBuilder& builder, const config::Param& param, const Value& value) {
  return builder.renderer().format_value(value, param.type.value);
}

// When several values wait for their params, each choice shows its value: "from: Lyon or to: Lyon".
void show_values(TransitionBuilder& builder) {
  auto& questions = builder.top().unclear;
  const auto is_about_params = [](const std::vector<Choice>& choices) { return !are_of_one_param(choices); };
  if (std::count_if(questions.begin(), questions.end(), is_about_params) < 2) return;
  for (std::vector<Choice>& choices : questions) {
    if (!is_about_params(choices)) continue;
    for (Choice& choice : choices) {
      const config::Param* param = builder.intent().find_param(choice.param);
      if (param)
        choice.label = config::shown_name(param->name, param->id) + ": " + label_of(builder, *param, choice.value);
    }
  }
}

bool are_all_filled(const Frame& frame, const std::vector<Choice>& choices) {
  return std::all_of(choices.begin(), choices.end(),
                     [&](const Choice& choice) { return frame.params.count(choice.param) != 0; });
}

bool is_still_possible(const TransitionBuilder& builder, const Choice& choice) {
  const Frame& frame = builder.top();
  const config::Param* param = builder.intent().find_param(choice.param);
  return param && applies(builder, *param) && (frame.params.count(choice.param) == 0 || frame.changing == choice.param);
}

}  // namespace

std::vector<Choice> choices_among(const config::Intent& intent, const std::vector<ParamValue>& readings) {
  std::vector<Choice> choices;
  for (const ParamValue& reading : readings) {
    const config::Param* param = intent.find_param(reading.param);
    if (reading.valid && param && !param->sensitive) choices.push_back({reading.param, reading.value, {}});
  }
  return choices;
}

bool are_of_one_param(const std::vector<Choice>& choices) {
  return std::all_of(choices.begin(), choices.end(),
                     [&](const Choice& choice) { return choice.param == choices.front().param; });
}

bool have_same_params(const std::vector<Choice>& choices, const std::vector<Choice>& others) {
  return std::equal(choices.begin(), choices.end(), others.begin(), others.end(),
                    [](const Choice& a, const Choice& b) { return a.param == b.param; });
}

bool add_choices(TransitionBuilder& builder, const Ambiguous& ambiguous) {
  bool added = false;
  for (const auto& readings : ambiguous) {
    added = add_choices(builder, choices_among(builder.intent(), readings)) || added;
  }
  return added;
}

bool add_choices(TransitionBuilder& builder, std::vector<Choice> choices) {
  const config::Intent& intent = builder.intent();
  Frame& frame = builder.top();
  std::erase_if(choices, [&](const Choice& choice) { return intent.find_param(choice.param) == nullptr; });
  if (choices.size() < 2) return false;
  const bool one_param = are_of_one_param(choices);
  for (Choice& choice : choices) {
    const config::Param& param = *intent.find_param(choice.param);
    choice.label = one_param ? label_of(builder, param, choice.value) : config::shown_name(param.name, param.id);
  }
  builder.note(Rule::kAmbiguous, one_param ? choices.front().param : "");
  const bool is_confirming = builder.state.waits_for<AskedConfirmation>() || builder.state.waits_for<AskedChange>();
  if (one_param && is_confirming) frame.changing = choices.front().param;  // keeps its value until the user chooses
  frame.unclear.push_back(std::move(choices));
  if (!one_param) show_values(builder);
  return true;
}

void close_choice(Frame& frame) {
  frame.unclear.erase(frame.unclear.begin());
  frame.attempts.choice.reset();
}

void resolve_choices(TransitionBuilder& builder) {
  auto& questions = builder.top().unclear;
  while (!questions.empty()) {
    std::vector<Choice>& choices = questions.front();
    const bool one_param = are_of_one_param(choices);
    if (!one_param && are_all_filled(builder.top(), choices)) return;  // the user corrects one of them
    std::erase_if(choices, [&](const Choice& choice) { return !is_still_possible(builder, choice); });
    if (choices.size() >= 2) return;
    const std::vector<Choice> left = std::move(choices);
    questions.erase(questions.begin());
    if (left.size() != 1 || one_param) continue;
    fill_param(builder, *builder.intent().find_param(left.front().param), left.front().value);
  }
}

}  // namespace parley::planner
