#include "tools/action_request.h"

#include <utility>

namespace parley::tools {

Result<base::HttpRequest> build_action_request(const config::HttpTool& tool, const ToolCall& call,
                                               const Secrets& secrets) {
  ToolCall bare = call;
  bare.args.clear();
  auto request = build_request(tool, bare, secrets);
  if (!request) return request;
  const Value::Object nothing;
  const Value::Object tracker{
      {"sender_id", call.session},
      {"slots", call.args},
      {"latest_message", Value::Object{{"text", ""}, {"intent", nothing}, {"entities", Value::Array()}}},
      {"events", Value::Array()},
      {"paused", false},
      {"followup_action", Value()},
      {"active_loop", nothing},
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
