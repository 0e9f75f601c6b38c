// Permission is what the operator lets a bot reach.
//
// Tested by tests/tools/remote_tools_test.cc.
#pragma once

#include <string>
#include <vector>

#include "base/http.h"
#include "base/ip_address.h"
#include "base/origin.h"
#include "parley/remote_tools.h"

namespace parley::tools {

struct Permission {
  std::vector<base::Origin> origins;
  std::vector<base::Network> networks;
  std::vector<std::string> commands;
};

Result<Permission> permission_of(const RemoteToolOptions& options);

// Return why the bot must not call the origin, or start the program. Empty if it may.
std::string why_forbidden(const base::Origin& origin, const Permission& permission);
std::string why_forbidden(const std::string& program, const Permission& permission);

// The endpoint of an origin that a bot names: with the guard of the operator.
base::HttpEndpoint guarded_endpoint(const std::string& origin, const RemoteToolOptions& options,
                                    const Permission& permission);

}  // namespace parley::tools
