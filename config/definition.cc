// Tested by tests/config/reader_test.cc.
#include "config/definition.h"

#include <algorithm>

namespace parley::config {

const Param* Intent::find_param(std::string_view id) const {
  const auto found = std::find_if(params.begin(), params.end(), [&](const Param& p) { return p.id.value == id; });
  return found == params.end() ? nullptr : &*found;
}

const Param* Intent::find_param_behind(std::string_view name) const {
  if (const Param* param = find_param(name)) return param;
  for (const auto& [item, param] : loop_items) {
    if (item == name) return find_param(param);
  }
  return nullptr;
}

void BotDefinition::index() {
  intent_index_ = IdIndex(intents);
  entity_index_ = IdIndex(entities);
  tool_index_ = IdIndex(tools);
}

const McpServer* BotDefinition::find_mcp_server(std::string_view id) const {
  const auto found = std::find_if(mcp_servers.begin(), mcp_servers.end(),
                                  [&](const McpServer& server) { return server.id.value == id; });
  return found == mcp_servers.end() ? nullptr : &*found;
}

std::string shown_name(const Text& name, const Text& id) {
  if (!name.value.empty()) return name.value;
  std::string spaced = id.value;
  std::replace_if(
      spaced.begin(), spaced.end(), [](char c) { return c == '_' || c == '-' || c == '.'; }, ' ');
  return spaced;
}

const std::vector<std::string>& built_in_types() {
  static const std::vector<std::string> types{"number",      "ordinal",    "percent",        "money",
                                              "date",        "time",       "datetime",       "duration",
                                              "date_range",  "time_range", "datetime_range", "age",
                                              "temperature", "boolean",    "email",          "phone",
                                              "url",         "ip",         "uuid",           "credit_card",
                                              "iban",        "us_ssn",     "uk_postcode",    "person_name",
                                              "first_name",  "last_name",  "head_count",     "free_text"};
  return types;
}

bool is_built_in_type(std::string_view name) {
  const auto& types = built_in_types();
  return std::find(types.begin(), types.end(), name) != types.end();
}

}  // namespace parley::config
