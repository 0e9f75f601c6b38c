// Opens the remote tools of a bot. Tested by tests/tools/remote_tools_test.cc.
#include "parley/remote_tools.h"

#include <algorithm>
#include <utility>

#include "base/ip_address.h"
#include "base/origin.h"
#include "intents/catalog_access.h"
#include "tools/http_caller.h"
#include "tools/webhook_signature.h"

namespace parley {
namespace tools {
namespace {

Unexpected wrong(const std::string& what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

struct Permission {
  std::vector<base::Origin> origins;
  std::vector<base::Network> networks;
};

Result<Permission> permission_of(const RemoteToolOptions& options) {
  Permission permission;
  for (const std::string& text : options.allow) {
    auto origin = base::parse_origin(text);
    if (!origin) return wrong("allow: '" + text + "' is not an origin: " + origin.error().message);
    permission.origins.push_back(std::move(*origin));
  }
  for (const std::string& text : options.allow_networks) {
    const auto network = base::parse_network(text);
    if (!network) return wrong("allow_networks: '" + text + "' is not a network such as 10.1.0.0/16");
    permission.networks.push_back(*network);
  }
  return permission;
}

// Returns why the bot must not call the origin; empty if it may.
std::string why_forbidden(const base::Origin& origin, const Permission& permission) {
  const auto& allowed = permission.origins;
  if (std::find(allowed.begin(), allowed.end(), origin) == allowed.end()) {
    return "the operator does not allow requests to " + origin.to_string();
  }
  if (origin.is_local_name() && permission.networks.empty()) {
    return origin.to_string() + " is a name of a local network, and the operator allows no network";
  }
  const auto address = base::parse_ip(origin.host);
  if (!address) return "";
  const char* why = base::why_refused(*address, permission.networks);
  if (!why) return "";
  const bool may_be_allowed = base::why_refused(*address, {{*address, address->is_v4 ? 32 : 128}}) == nullptr;
  return origin.to_string() + " is " + why +
         (may_be_allowed ? ", and the operator allows no network with it" : ", which no option permits");
}

class Opener {
 public:
  Opener(RemoteToolOptions options, Permission permission)
      : options_(std::move(options)), permission_(std::move(permission)) {}

  Result<ToolFunction> open(const config::Tool& tool) const {
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
    auto client = base::HttpClient::open(endpoint_of(tool));
    if (!client) return Unexpected(client.error());
    const auto remote =
        std::make_shared<HttpCaller>(*tool.http, tool.idempotent, std::move(*client), options_.secrets, options_.clock);
    return ToolFunction([remote](const ToolCall& call) { return remote->run(call); });
  }

 private:
  base::HttpEndpoint endpoint_of(const config::Tool& tool) const {
    base::HttpEndpoint endpoint;
    endpoint.name = tool.http->origin;
    endpoint.url = tool.http->origin;
    endpoint.ca_file = options_.ca_file;
    endpoint.max_response_bytes = options_.max_response_bytes;
    endpoint.guard = base::HttpGuard{permission_.networks};
    return endpoint;
  }

  const RemoteToolOptions options_;
  const Permission permission_;
};

}  // namespace
}  // namespace tools

Result<ToolFunctions> open_remote_tools(const Catalog& bot, RemoteToolOptions options) {
  if (!options.clock) options.clock = create_system_clock();
  auto permission = tools::permission_of(options);
  if (!permission) return Unexpected(permission.error());
  const tools::Opener opener(std::move(options), std::move(*permission));
  ToolFunctions functions;
  for (const config::Tool& tool : intents::definition_of(bot).tools) {
    if (!tool.http) continue;
    auto function = opener.open(tool);
    if (!function) return Unexpected(function.error());
    functions.emplace(tool.id.value, std::move(*function));
  }
  return functions;
}

}  // namespace parley
