// The lock file of a bot, BOT.lock: the hashes of the schemas of its MCP tools, as a person has last accepted them.
#pragma once

#include <string>
#include <vector>

#include "cli/remote.h"
#include "parley/catalog.h"

namespace parley::cli {

// Asks the MCP servers of the bot for the schemas of its tools, and compares them with BOT.lock. Adds the tools that
// the lock file lacks. `accepts`: replaces all hashes with the new ones. Returns E217 for a changed schema, and W522
// for a tool that its server does not have or cannot describe. A bot without MCP tools has no lock file.
Result<std::vector<Diagnostic>> check_tool_lock(const Catalog& bot, const std::string& bot_file,
                                                const RemoteAccess& access, bool accepts);

}  // namespace parley::cli
