// TelemetryNames holds the names of a bot that telemetry may show. Any other name may be a value that a user typed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "config/definition.h"

namespace parley::engine {

class TelemetryNames {
 public:
  explicit TelemetryNames(const config::BotDefinition& bot);

  // A name that the bot does not have becomes "(unknown)". append() and append_list() append JSON.
  std::string_view shown(std::string_view name) const;
  void append(std::string& line, std::string_view name) const;
  void append_list(std::string& line, const std::vector<std::string>& names) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> names_;  // of the bot, its intents, params, tools and types
};

}  // namespace parley::engine
