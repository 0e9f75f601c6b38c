// Tools and servers of MCP, the Model Context Protocol, as plain data.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "config/texts.h"

namespace parley::config {

// The MCP tool that sends a message to the bot. An intent that is a tool has another id.
inline constexpr const char* kMcpTurnTool = "parley_turn";

// A server of tools. Either `url` or `command` is set.
struct McpServer {
  Text id;
  Text url;                                               // as written
  std::string origin, path;                               // of the URL; the path begins with a slash
  std::vector<std::pair<std::string, Template>> headers;  // placeholders name secrets
  std::vector<std::string> command;                       // a program, and its arguments
};

// A tool of an MCP server.
struct McpTool {
  Text server, name;
};

}  // namespace parley::config
