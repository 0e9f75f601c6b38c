#include "planner/options.h"

#include <algorithm>
#include <string>
#include <utility>

#include "intents/early_options.h"
#include "intents/effects.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/param_validation.h"

namespace parley::planner {
namespace {

constexpr std::size_t kMostOptions = 20;  // of a list; a longer list is cut
constexpr std::size_t kMostBytes = 400;   // of the words of an intent

bool may_list_options(const TransitionBuilder& builder) {
  const auto& params = builder.intent().params;
  return std::any_of(params.begin(), params.end(), [&](const config::Param& param) {
    return (param.options || param.if_unknown) && !param.list && is_missing(builder, param);
  });
}

// The words of the intent and of the question, which name no option.
std::string topic_of(const TransitionBuilder& builder, const config::Param& param) {
  const config::Intent& intent = builder.intent();
  std::string topic = intent.id.value + " " + intent.name.value + " " + param.id.value;
  for (const config::TextVariants& text : param.ask) {
    for (const config::Template& one : text.any) topic += " " + one.source;
  }
  std::replace(topic.begin(), topic.end(), '_', ' ');
  return topic;
}

// Whether the intent asks for a confirmation before it changes something, or changes nothing.
bool shows_before_acting(const config::Intent& intent, const Frame& frame, bool changes) {
  return !changes || (intent.confirm && !frame.confirmed && !frame.step);
}

// Whether this holds for the open intent, and for the intents that called it.
bool shows_before_acting(const TransitionBuilder& builder) {
  const auto& frames = builder.state.frames;
  for (std::size_t place = frames.size(); place-- > 0;) {
    const config::Intent& intent = *builder.bot.find_intent(frames[place].intent);
    if (!shows_before_acting(intent, frames[place], intents::may_change(builder.bot, intent))) return false;
    if (!frames[place].called) break;
  }
  return true;
}

// Returns the only option that the words of the intent name. Looks once for each param.
std::optional<std::size_t> find_option(TransitionBuilder& builder, const config::Param& param,
                                       const std::vector<Choice>& options) {
  Frame& frame = builder.top();
  if (options.empty() || contains(frame.listed, param.id.value)) return std::nullopt;
  frame.listed.push_back(param.id.value);
  if (frame.said.empty() || param.list || frame.changing == param.id.value) return std::nullopt;
  const auto place = intents::option_said_before(frame.said, labels_of(options), topic_of(builder, param));
  return place && validate_by_rules(param, options[*place].value).valid ? place : std::nullopt;
}

}  // namespace

std::vector<Choice> options_from_list(TransitionBuilder& builder, const config::Param& param) {
  std::vector<Choice> options;
  const std::string& name = param.id.value;
  if (!param.options || contains(builder.top().unlisted, name)) return options;
  const Variables variables = builder.variables();
  const Value* list = variables.find(param.options->from.value);
  const Value::Array* items = list ? list->if_array() : nullptr;
  if (!items) return options;
  for (const Value& item : *items) {
    if (options.size() == kMostOptions) break;
    const std::string& member = param.options->value.value;
    const Value* value = member.empty() ? &item : item.at_path(member);
    if (!value || value->is_null() || value->if_object() || is_listed(options, *value)) continue;
    std::string label = param.options->label ? builder.render(*param.options->label, "item", item)
                                             : builder.renderer().format_value(*value, param.type.value);
    if (!label.empty()) options.push_back({name, *value, std::move(label)});
  }
  return options;
}

std::vector<std::string> labels_of(const std::vector<Choice>& options) {
  std::vector<std::string> labels;
  for (const Choice& option : options) labels.push_back(option.label);
  return labels;
}

bool is_listed(const std::vector<Choice>& options, const Value& value) {
  return std::any_of(options.begin(), options.end(), [&](const Choice& option) { return option.value == value; });
}

void remember_words(TransitionBuilder& builder, const std::string& words) {
  if (words.empty() || builder.is_idle() || !may_list_options(builder)) return;
  std::string& said = builder.top().said;
  if (said.size() + words.size() > kMostBytes) return;
  if (!said.empty()) said += '\n';
  said += words;
}

void inherit_words(TransitionBuilder& builder, std::string said) {
  if (may_list_options(builder)) builder.top().said = std::move(said);
}

bool take_early_option(TransitionBuilder& builder, const config::Param& param) {
  if (!param.options || builder.top().said.empty() || !shows_before_acting(builder)) return false;
  const std::vector<Choice> options = options_from_list(builder, param);
  const auto place = find_option(builder, param, options);
  if (!place) return false;
  builder.note(Rule::kTakenFromBefore, param.id.value);
  fill_param(builder, param, options[*place].value);
  return true;
}

void keep_early_option(TransitionBuilder& builder, const config::Param& param, std::vector<Choice>& options) {
  const auto place = find_option(builder, param, options);
  if (!place) return;
  builder.note(Rule::kTakenFromBefore, param.id.value);
  const Choice only = options[*place];
  options.assign(1, only);
}

}  // namespace parley::planner
