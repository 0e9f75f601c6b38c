// Tested by tests/cli/remote_test.
#include "cli/remote.h"

#include <cctype>
#include <fstream>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::string_view kSecretPrefix = "PARLEY_SECRET_";

using Secrets = std::map<std::string, std::string, std::less<>>;

Result<void> check_private(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return usage_error(fmt::format("cannot open '{}'", printable(file)));
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0) return {};
  return usage_error(fmt::format("other users can read '{}'; run: chmod 600 {}", printable(file), printable(file)));
}

Result<void> read_file(const std::string& file, Secrets& secrets) {
  if (auto checked = check_private(file); !checked) return checked;
  std::ifstream in(file);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string::npos || equals == 0) {
      return usage_error(fmt::format("{}:{}: a line must be name=value", printable(file), number));
    }
    secrets[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return {};
}

void read_environment(Secrets& secrets) {
  for (char** variable = environ; *variable; ++variable) {
    const std::string_view text = *variable;
    const std::size_t equals = text.find('=');
    if (text.substr(0, kSecretPrefix.size()) != kSecretPrefix || equals == std::string_view::npos) continue;
    std::string name(text.substr(kSecretPrefix.size(), equals - kSecretPrefix.size()));
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    secrets[name] = text.substr(equals + 1);
  }
}

// Names the option that permits what the error reports.
const char* hint_for(const std::string& message) {
  if (message.find("does not allow requests to") != std::string::npos) return "; add --tools-allow with this origin";
  if (message.find("does not allow the program") != std::string::npos) return "; add --tools-allow-command with it";
  if (message.find("the secret") != std::string::npos) {
    return "; add it to the file of --secrets, or set PARLEY_SECRET_ and its name in capitals";
  }
  const bool is_network = message.find("allows no network") != std::string::npos;
  return is_network ? "; --tools-allow-net permits a network, such as 10.1.0.0/16" : "";
}

// Reports each failure of a tool on standard error, because the user and the telemetry never see its reason.
ToolFunction reporting(ToolFunction tool) {
  return [tool = std::move(tool)](const ToolCall& call) {
    ToolOutcome outcome = tool(call);
    if (outcome.kind == ToolOutcome::Kind::kFailed) {
      fmt::print(stderr, "parley: the tool {} failed: {}\n", printable(call.name), printable(outcome.error));
    }
    return outcome;
  };
}

}  // namespace

void add_remote_access(CLI::App& command, RemoteAccess& access) {
  command
      .add_option("--tools-allow", access.options.allow,
                  "Let the bot's tools call this origin, such as https://api.shop.example; may be repeated")
      ->type_name("ORIGIN");
  command
      .add_option("--tools-allow-net", access.options.allow_networks,
                  "Let the bot's tools reach this network, such as 10.1.0.0/16; may be repeated")
      ->type_name("NETWORK");
  command
      .add_option("--tools-allow-command", access.options.allow_commands,
                  "Let the bot start this program as an MCP server, such as /usr/bin/shop-mcp; may be repeated")
      ->type_name("PROGRAM");
  command.add_option("--tools-ca", access.options.ca_file, "The CA certificates that the bot's tools trust")
      ->type_name("FILE");
  command.add_option("--secrets", access.secrets_file, "The secrets of the bot's tools: lines of name=value")
      ->type_name("FILE");
}

Result<Secrets> read_secrets(const std::string& file) {
  Secrets secrets;
  if (!file.empty()) {
    if (auto read = read_file(file, secrets); !read) return Unexpected(read.error());
  }
  read_environment(secrets);
  return secrets;
}

namespace {

Result<RemoteToolOptions> options_of(const RemoteAccess& access) {
  RemoteToolOptions options = access.options;
  auto secrets = read_secrets(access.secrets_file);
  if (!secrets) return Unexpected(secrets.error());
  options.secrets = std::move(*secrets);
  return options;
}

}  // namespace

Result<std::vector<RemoteSchema>> fetch_schemas(const Catalog& bot, const RemoteAccess& access) {
  auto options = options_of(access);
  if (!options) return Unexpected(options.error());
  auto schemas = fetch_remote_schemas(bot, std::move(*options));
  if (!schemas) return usage_error(schemas.error().message + hint_for(schemas.error().message));
  return schemas;
}

Result<ToolFunctions> open_tools(const Catalog& bot, const RemoteAccess& access, std::shared_ptr<Clock> clock) {
  auto options = options_of(access);
  if (!options) return Unexpected(options.error());
  options->clock = std::move(clock);
  auto tools = open_remote_tools(bot, std::move(*options));
  if (!tools) return usage_error(tools.error().message + hint_for(tools.error().message));
  for (auto& [name, function] : *tools) function = reporting(std::move(function));
  return tools;
}

}  // namespace parley::cli
