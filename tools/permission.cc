#include "tools/permission.h"

#include <algorithm>
#include <utility>

namespace parley::tools {
namespace {

Unexpected not_allowed(const std::string& what) { return Unexpected(ErrorCode::kInvalidRequest, what); }

}  // namespace

Result<Permission> permission_of(const RemoteToolOptions& options) {
  Permission permission;
  for (const std::string& text : options.allow) {
    auto origin = base::parse_origin(text);
    if (!origin) return not_allowed("allow: '" + text + "' is not an origin: " + origin.error().message);
    permission.origins.push_back(std::move(*origin));
  }
  for (const std::string& text : options.allow_networks) {
    const auto network = base::parse_network(text);
    if (!network) return not_allowed("allow_networks: '" + text + "' is not a network such as 10.1.0.0/16");
    permission.networks.push_back(*network);
  }
  permission.commands = options.allow_commands;
  return permission;
}

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

base::HttpEndpoint guarded_endpoint(const std::string& origin, const RemoteToolOptions& options,
                                    const Permission& permission) {
  base::HttpEndpoint endpoint;
  endpoint.name = origin;
  endpoint.url = origin;
  endpoint.ca_file = options.ca_file;
  endpoint.max_response_bytes = options.max_response_bytes;
  endpoint.guard = base::HttpGuard{permission.networks};
  return endpoint;
}

std::string why_forbidden(const std::string& program, const Permission& permission) {
  const auto& allowed = permission.commands;
  if (std::find(allowed.begin(), allowed.end(), program) != allowed.end()) return "";
  return "the operator does not allow the program '" + program + "'";
}

}  // namespace parley::tools
