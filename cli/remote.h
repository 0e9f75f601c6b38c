// The options of commands whose bot may call servers.
#pragma once

#include <string>

#include "parley/remote_tools.h"
#include "parley/result.h"

namespace CLI {
class App;
}

namespace parley::cli {

struct RemoteAccess {
  RemoteToolOptions options;
  std::string secrets_file;
};

// Adds --tools-allow, --tools-allow-net, --tools-allow-command, --tools-ca and --secrets.
void add_remote_access(CLI::App& command, RemoteAccess& access);

// Reads secrets: lines "name=value" of a file that only its owner can read, and the environment variables
// PARLEY_SECRET_NAME. A variable overrides the file.
Result<std::map<std::string, std::string, std::less<>>> read_secrets(const std::string& file);

// Fetches the schemas of the bot's MCP tools. An error says which option permits what the bot needs.
Result<std::vector<RemoteSchema>> fetch_schemas(const Catalog& bot, const RemoteAccess& access);

// Opens the remote tools of the bot. An error says which option permits what the bot needs.
Result<ToolFunctions> open_tools(const Catalog& bot, const RemoteAccess& access, std::shared_ptr<Clock> clock);

}  // namespace parley::cli
