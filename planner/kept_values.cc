#include "planner/kept_values.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "config/visitors.h"

namespace parley::planner {
namespace {

// Whether the bot hides the values of a param or a type with this name.
bool is_hidden(const config::Redaction& redaction, std::string_view name) {
  const auto is_about = [&](const config::Text& hidden) { return hidden.value == name; };
  return std::any_of(redaction.params.begin(), redaction.params.end(), is_about) ||
         std::any_of(redaction.policies.begin(), redaction.policies.end(), [&](const auto& policy) {
           return is_about(policy.about) && policy.store && *policy.store != config::Masking::kKeep;
         });
}

bool is_private(const config::BotDefinition& bot, const config::Param& param) {
  return param.sensitive || is_hidden(bot.redaction, param.id.value) || is_hidden(bot.redaction, param.type.value);
}

// Returns the names under which steps and checks save results.
std::set<std::string, std::less<>> saved_names(const config::Intent& intent) {
  std::set<std::string, std::less<>> names;
  const auto note = [&](const config::StepDefinition& step) {
    for (const config::Save& save : saves_in(step)) names.insert(save.name);
  };
  config::for_each_step(intent.steps, note);
  for (const config::Param& param : intent.params) config::for_each_step_of(param, note);
  return names;
}

}  // namespace

FilledParams values_to_keep(const config::BotDefinition& bot, const config::Intent& intent,
                            const FilledParams& params) {
  const auto from_results = saved_names(intent);
  FilledParams kept;
  for (const config::Param& param : intent.params) {
    const auto filled = params.find(param.id.value);
    const bool is_said = filled != params.end() && from_results.count(param.id.value) == 0;
    if (is_said && !is_private(bot, param)) kept.insert(*filled);
  }
  return kept;
}

bool is_private_type(const config::BotDefinition& bot, std::string_view type) {
  if (is_hidden(bot.redaction, type)) return true;
  return std::any_of(bot.intents.begin(), bot.intents.end(), [&](const config::Intent& intent) {
    return std::any_of(intent.params.begin(), intent.params.end(),
                       [&](const config::Param& param) { return param.type.value == type && is_private(bot, param); });
  });
}

}  // namespace parley::planner
