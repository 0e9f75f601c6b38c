// McpServers opens the MCP servers of a bot, each once.
//
// Tested by tests/tools/mcp_client_test.cc.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "config/definition.h"
#include "tools/mcp_client.h"
#include "tools/permission.h"

namespace parley::tools {

class McpServers {
 public:
  // All arguments must outlive this object. `options.clock` is set.
  McpServers(const config::BotDefinition& bot, const RemoteToolOptions& options, const Permission& permission)
      : bot_(bot), options_(options), permission_(permission) {}

  // Returns the client of the tool's server. Connects later, at the first call. kInvalidRequest: the operator does not
  // allow the server, or a secret is missing.
  Result<std::shared_ptr<McpClient>> open(const config::Tool& tool);

 private:
  Result<std::unique_ptr<McpTransport>> transport_to(const config::McpServer& server) const;
  Result<std::vector<std::string>> headers_of(const config::McpServer& server) const;

  const config::BotDefinition& bot_;
  const RemoteToolOptions& options_;
  const Permission& permission_;
  std::map<std::string, std::shared_ptr<McpClient>, std::less<>> clients_;
};

}  // namespace parley::tools
