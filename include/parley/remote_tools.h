// Remote tools: the tools of a bot that parley calls over the network (`kind: http`), and tools of MCP servers
// (`kind: mcp`).
//
//   parley::RemoteToolOptions remote;
//   remote.allow = {"https://api.shop.example"};
//   remote.secrets = {{"shop_key", "5ec2e7"}};
//   auto tools = parley::open_remote_tools(*bot, remote);
//   if (!tools) return std::cerr << tools.error().to_string() << '\n', 1;
//   parley::EngineOptions options;
//   options.tools = std::move(*tools);
//
// The bot file fixes the origin of every request (scheme, host and port). The operator lists the origins that the bot
// may call. parley refuses addresses that are not public, after the name lookup and before it connects, unless the
// operator allows their network. It never connects to the metadata service of a cloud. It follows no redirects and uses
// no proxy. docs/tools.md describes the requests.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "parley/catalog.h"
#include "parley/clock.h"
#include "parley/result.h"
#include "parley/tool.h"

namespace parley {

// What the operator permits, and what a bot file must not contain.
struct RemoteToolOptions {
  std::vector<std::string> allow;  // origins: "https://api.shop.example", "http://127.0.0.1:8080"
  // Networks in addition to the public internet: "10.1.0.0/16", "127.0.0.0/8". Requests without TLS (http://) reach
  // only these. Hosts with local names, such as "localhost", need at least one.
  std::vector<std::string> allow_networks;
  // Programs that the bot may start as MCP servers: the first word of a `command`, such as "/usr/bin/shop-mcp".
  std::vector<std::string> allow_commands;
  std::map<std::string, std::string, std::less<>> secrets;  // by the names in the bot file; never in an error
  std::string ca_file;                                      // the trusted CA certificates. Empty: the machine's
  std::size_t max_response_bytes = 1024 * 1024;
  std::shared_ptr<Clock> clock;  // for signatures, and pauses between tries. Null: create_system_clock()
};

// Returns a function for each tool of the bot with `kind: http` or `kind: mcp`. The functions are thread-safe, keep
// connections open, and need neither the catalog nor the options. They fail, never throw, when the server does not
// answer well.
//
// kInvalidRequest: an option is invalid, a tool's origin is not in `allow`, a program is not in `allow_commands`,
// or a secret is missing. The message names the tool.
Result<ToolFunctions> open_remote_tools(const Catalog& bot, RemoteToolOptions options);

// The schema that an MCP server gives for a tool of the bot.
struct RemoteSchema {
  std::string tool;     // the name in the bot file
  std::string hash;     // SHA-256 of the tool's name, input schema and output schema on the server, in hex
  std::string problem;  // why the server's tool cannot be called. Empty: it can
};

// Asks the MCP servers of the bot for the schemas of the tools that the bot uses, in the order of the bot file. A
// server may change a schema at any time; compare the hashes with those of an earlier call. The errors are those of
// open_remote_tools(). If a server does not answer, each of its tools has a problem.
Result<std::vector<RemoteSchema>> fetch_remote_schemas(const Catalog& bot, RemoteToolOptions options);

}  // namespace parley
