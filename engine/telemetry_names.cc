// Tested by tests/engine/turn_events_test.cc.
#include "engine/telemetry_names.h"

#include "base/text.h"

namespace parley::engine {

TelemetryNames::TelemetryNames(const config::BotDefinition& bot) {
  names_.insert(bot.id);
  for (const config::Intent& intent : bot.intents) {
    names_.insert(intent.id.value);
    for (const config::Param& param : intent.params) names_.insert(param.id.value);
  }
  for (const config::Tool& tool : bot.tools) names_.insert(tool.id.value);
  for (const config::Entity& entity : bot.entities) names_.insert(entity.id.value);
  names_.insert(config::built_in_types().begin(), config::built_in_types().end());
  names_.insert(config::kPrivateTypes.begin(), config::kPrivateTypes.end());
}

std::string_view TelemetryNames::shown(std::string_view name) const {
  constexpr std::string_view kUnknownName = "(unknown)";
  return name.empty() || names_.count(name) > 0 ? name : kUnknownName;
}

void TelemetryNames::append(std::string& line, std::string_view name) const {
  base::append_json_string(line, shown(name));
}

void TelemetryNames::append_list(std::string& line, const std::vector<std::string>& names) const {
  line += '[';
  for (const std::string& name : names) {
    if (&name != &names.front()) line += ',';
    append(line, name);
  }
  line += ']';
}

}  // namespace parley::engine
