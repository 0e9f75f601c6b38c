// Opens the remote tools of a bot. Tested by tests/tools/remote_tools_test.cc.
#include "parley/remote_tools.h"

#include <utility>

#include "base/origin.h"
#include "intents/catalog_access.h"
#include "tools/http_caller.h"
#include "tools/mcp_schema.h"
#include "tools/mcp_servers.h"
#include "tools/permission.h"
#include "tools/webhook_signature.h"

namespace parley {
namespace tools {
namespace {

Unexpected wrong(const std::string& what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

class Opener {
 public:
  Opener(const config::BotDefinition& bot, RemoteToolOptions options, Permission permission)
      : options_(std::move(options)), permission_(std::move(permission)), servers_(bot, options_, permission_) {}

  Result<ToolFunction> open(const config::Tool& tool) { return tool.mcp ? open_mcp(tool) : open_http(tool); }

  Result<std::shared_ptr<McpClient>> server_of(const config::Tool& tool) { return servers_.open(tool); }

 private:
  Result<ToolFunction> open_mcp(const config::Tool& tool) {
    auto client = servers_.open(tool);
    if (!client) return Unexpected(client.error());
    return ToolFunction(
        [client = *client, name = tool.mcp->name.value](const ToolCall& call) { return client->call(name, call); });
  }

  Result<ToolFunction> open_http(const config::Tool& tool) const {
    const std::string name = "the tool '" + tool.id.value + "': ";
    const auto origin = base::parse_origin(tool.http->origin);
    if (!origin) return wrong(name + origin.error().message);
    if (const std::string why = why_forbidden(*origin, permission_); !why.empty()) return wrong(name + why);
    if (const std::string secret = missing_secret(*tool.http, options_.secrets); !secret.empty()) {
      return wrong(name + "the secret '" + secret + "' is missing");
    }
    const std::string& sign = tool.http->sign.value;
    if (!sign.empty() && !parse_signing_key(options_.secrets.at(sign))) {
      return wrong(name + "the secret '" + sign + "' is not a signing key: 'whsec_' and 24 to 64 bytes in base64");
    }
    auto client = base::HttpClient::open(guarded_endpoint(tool.http->origin, options_, permission_));
    if (!client) return Unexpected(client.error());
    const auto remote =
        std::make_shared<HttpCaller>(*tool.http, tool.idempotent, std::move(*client), options_.secrets, options_.clock);
    return ToolFunction([remote](const ToolCall& call) { return remote->run(call); });
  }

  const RemoteToolOptions options_;
  const Permission permission_;
  McpServers servers_;
};

constexpr std::chrono::milliseconds kSchemaTime = std::chrono::seconds(10);

RemoteSchema schema_of(McpClient& server, const config::Tool& tool) {
  RemoteSchema schema{tool.id.value, {}, {}};
  const auto described = server.describe(tool.mcp->name.value, kSchemaTime);
  if (!described) {
    schema.problem = described.error().message;
    return schema;
  }
  schema.hash = schema_hash(*described);
  schema.problem = problem_of_headers(*described);
  return schema;
}

}  // namespace
}  // namespace tools

Result<ToolFunctions> open_remote_tools(const Catalog& bot, RemoteToolOptions options) {
  if (!options.clock) options.clock = create_system_clock();
  auto permission = tools::permission_of(options);
  if (!permission) return Unexpected(permission.error());
  const config::BotDefinition& definition = intents::definition_of(bot);
  tools::Opener opener(definition, std::move(options), std::move(*permission));
  ToolFunctions functions;
  for (const config::Tool& tool : definition.tools) {
    if (!tool.http && !tool.mcp) continue;
    auto function = opener.open(tool);
    if (!function) return Unexpected(function.error());
    functions.emplace(tool.id.value, std::move(*function));
  }
  return functions;
}

Result<std::vector<RemoteSchema>> fetch_remote_schemas(const Catalog& bot, RemoteToolOptions options) {
  if (!options.clock) options.clock = create_system_clock();
  auto permission = tools::permission_of(options);
  if (!permission) return Unexpected(permission.error());
  const config::BotDefinition& definition = intents::definition_of(bot);
  tools::Opener opener(definition, std::move(options), std::move(*permission));
  std::vector<RemoteSchema> schemas;
  for (const config::Tool& tool : definition.tools) {
    if (!tool.mcp) continue;
    auto server = opener.server_of(tool);
    if (!server) return Unexpected(server.error());
    schemas.push_back(tools::schema_of(**server, tool));
  }
  return schemas;
}

}  // namespace parley
