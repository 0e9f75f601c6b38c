#include "tools/action_request.h"

#include <string_view>
#include <utility>

namespace parley::tools {
namespace {

constexpr std::string_view kValidate = "validate_";  // a form's name follows
constexpr std::string_view kValidateAll = "action_validate_slot_mappings";

bool is_of_form(std::string_view action) { return action.substr(0, kValidate.size()) == kValidate; }

Value::Object active_loop(std::string_view action) {
  if (!is_of_form(action)) return {};
  return {{"name", std::string(action.substr(kValidate.size()))}};
}

}  // namespace

bool is_validation(const config::HttpTool& tool) {
  return is_of_form(tool.action.value) || tool.action.value == kValidateAll;
}

Result<base::HttpRequest> build_action_request(const config::HttpTool& tool, const ToolCall& call,
                                               const Secrets& secrets) {
  ToolCall bare = call;
  bare.args.clear();
  auto request = build_request(tool, bare, secrets);
  if (!request) return request;
  const Value::Object nothing;
  Value::Array events;
  for (const auto& [name, value] : call.args) {
    events.push_back(Value::Object{{"event", "slot"}, {"timestamp", Value()}, {"name", name}, {"value", value}});
  }
  const Value::Object tracker{
      {"sender_id", call.session},
      {"slots", call.args},
      {"latest_message", Value::Object{{"text", ""}, {"intent", nothing}, {"entities", Value::Array()}}},
      {"events", std::move(events)},
      {"paused", false},
      {"followup_action", Value()},
      {"active_loop", active_loop(tool.action.value)},
      {"latest_action_name", Value()}};
  const Value body = Value::Object{{"next_action", tool.action.value},
                                   {"sender_id", call.session},
                                   {"tracker", tracker},
                                   {"domain", nothing},
                                   {"version", "3.6.0"}};
  request->body = body.to_json();
  return request;
}

}  // namespace parley::tools
