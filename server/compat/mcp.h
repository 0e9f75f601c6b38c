// MCP over HTTP: the path /mcp. docs/mcp.md describes the tools.
//
// Tested by tests/server/compat_mcp_test.
#pragma once

#include <vector>

#include "server/router.h"

namespace parley::server {

std::vector<Route> mcp_routes();

}  // namespace parley::server
