#include "planner/values_in_mind.h"

#include <algorithm>
#include <array>
#include <utility>

#include "config/visitors.h"
#include "planner/ambiguity.h"
#include "planner/kept_values.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/param_validation.h"

namespace parley::planner {
namespace {

constexpr int kMostMessages = 3;
constexpr std::size_t kMostValues = 8;

using Values = std::vector<ValueInMind>;

// Whether every value of the type has a form of its own.
bool has_form(const config::BotDefinition& bot, std::string_view type) {
  constexpr std::array<std::string_view, 3> kBuiltIn = {"email", "phone", "iban"};
  if (const config::Entity* entity = bot.find_entity(type)) return !entity->patterns.empty();
  return std::find(kBuiltIn.begin(), kBuiltIn.end(), type) != kBuiltIn.end();
}

bool is_kept_type(const config::BotDefinition& bot, std::string_view type) {
  const config::Entity* entity = bot.find_entity(type);
  const bool has_values = entity && !entity->values.empty() && entity->extends.value.empty();
  return has_form(bot, type) || has_values;
}

void keep(TransitionBuilder& builder, ValueInMind value) {
  Values& all = builder.state.in_mind;
  builder.keeps_values = true;
  std::erase_if(all, [&](const ValueInMind& other) {
    return other.type == value.type && other.value == value.value && other.param == value.param;
  });
  value.until = builder.context.now + builder.bot.session.follow_up;
  all.push_back(std::move(value));
  if (all.size() > kMostValues) all.erase(all.begin());
}

// Whether the steps may change something although the user was not asked.
bool acts_at_once(const config::Intent& intent) {
  bool acts = false;
  config::for_each_step(intent.steps, [&](const config::StepDefinition& step) {
    acts = acts || step.is<config::ToolStep>() || intent_in(step);
  });
  return acts && !intent.confirm;
}

bool is_about(const FurtherIntent& wanted, const std::string& param) {
  const auto is_same = [&](const ParamValue& value) { return value.param == param; };
  return std::any_of(wanted.params.begin(), wanted.params.end(), is_same) ||
         std::any_of(wanted.ambiguous.begin(), wanted.ambiguous.end(),
                     [&](const auto& readings) { return std::any_of(readings.begin(), readings.end(), is_same); });
}

bool is_unclear(const Frame& frame, const std::string& param) {
  return std::any_of(frame.unclear.begin(), frame.unclear.end(), [&](const auto& choices) {
    return std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) { return choice.param == param; });
  });
}

// Returns the only value among those that `fits` accepts; null if no value or several values fit.
template <class Fits>
const Value* only_value(const Values& values, const Fits& fits) {
  const Value* only = nullptr;
  for (const ValueInMind& one : values) {
    if (!fits(one)) continue;
    if (only && *only != one.value) return nullptr;
    only = &one.value;
  }
  return only;
}

const Value* value_in_mind(const TransitionBuilder& builder, const config::Param& param, bool refers_back) {
  const bool at_once = acts_at_once(builder.intent());
  if (at_once && !has_form(builder.bot, param.type.value)) return nullptr;
  const Values& all = builder.state.in_mind;
  const auto has_type = [&](const ValueInMind& one) { return one.type == param.type.value; };
  if (refers_back) {
    // "Cancel it" is about the last intent rather than about a value that no intent took.
    const auto had_it = [&](const ValueInMind& one) { return has_type(one) && !one.param.empty(); };
    if (std::any_of(all.begin(), all.end(), had_it)) return only_value(all, had_it);
  }
  return only_value(all, [&](const ValueInMind& one) { return has_type(one) && one.param.empty(); });
}

bool is_accepted(const TransitionBuilder& builder, const config::Param& param, const Value& value) {
  const auto& validate = builder.context.validate;
  return is_valid(param, value) && (!validate || validate(builder.intent().id.value, param.id.value, value).valid);
}

// Drops the values that the top intent has now.
void drop_taken(TransitionBuilder& builder) {
  for (const config::Param& param : builder.intent().params) {
    const auto filled = builder.top().params.find(param.id.value);
    if (filled == builder.top().params.end()) continue;
    std::erase_if(builder.state.in_mind, [&](const ValueInMind& one) {
      return one.type == param.type.value && one.param.empty() && one.value == filled->second.value;
    });
  }
}

bool would_be_asked(const TransitionBuilder& builder, const config::Param& param) {
  return param.required && !param.list && !param.ask.empty() && is_missing(builder, param) && applies(builder, param) &&
         !is_unclear(builder.top(), param.id.value);
}

}  // namespace

void age_values_in_mind(TransitionBuilder& builder) {
  // The values of a message may belong to the intents that wait.
  if (builder.state.queue.empty()) {
    for (ValueInMind& one : builder.state.in_mind) ++one.messages;
  }
  std::erase_if(builder.state.in_mind, [&](const ValueInMind& one) {
    return one.messages > kMostMessages || builder.context.now >= one.until;
  });
}

void keep_untaken_values(TransitionBuilder& builder, const std::vector<UntakenValue>& values) {
  if (builder.bot.session.follow_up == 0 || builder.state.handed_off || builder.state.ended) return;
  for (const UntakenValue& untaken : values) {
    if (!is_kept_type(builder.bot, untaken.type) || is_private_type(builder.bot, untaken.type)) continue;
    keep(builder, {untaken.type, {}, untaken.value, 0, 0});
  }
}

void keep_values_of_ended(TransitionBuilder& builder, const Frame& ended) {
  if (builder.bot.session.follow_up == 0) return;
  const config::Intent& intent = *builder.bot.find_intent(ended.intent);
  std::erase_if(builder.state.in_mind, [](const ValueInMind& one) { return !one.param.empty(); });
  for (auto& [name, filled] : values_to_keep(builder.bot, intent, ended.params)) {
    const config::Param& param = *intent.find_param(name);
    if (param.list || !is_kept_type(builder.bot, param.type.value)) continue;
    keep(builder, {param.type.value, name, std::move(filled.value), 0, 0});
  }
}

void fill_from_mind(TransitionBuilder& builder, const FurtherIntent& wanted, bool refers_back) {
  if (builder.state.in_mind.empty()) return;
  update_params(builder);
  resolve_choices(builder);
  for (const config::Param& param : builder.intent().params) {
    if (!would_be_asked(builder, param) || is_about(wanted, param.id.value)) continue;
    const Value* value = value_in_mind(builder, param, refers_back);
    if (!value || !is_accepted(builder, param, *value)) continue;
    builder.note(Rule::kTakenFromBefore, param.id.value);
    const Value taken = *value;
    fill_param(builder, param, taken);
  }
  drop_taken(builder);
}

}  // namespace parley::planner
