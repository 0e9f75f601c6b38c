// `parley mcp` serves a bot to an MCP client on standard input and output: one JSON-RPC message per line.
#include "parley/mcp.h"

#include <cstdio>
#include <iostream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/database.h"
#include "cli/errors.h"
#include "cli/help.h"
#include "cli/lines.h"
#include "cli/open.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMaxMessage = 1024 * 1024;

struct McpCommandOptions {
  SetupOptions setup;
  std::string user;
};

bool write_messages(const std::vector<std::string>& messages) {
  for (const std::string& message : messages) {
    std::fwrite(message.data(), 1, message.size(), stdout);
    std::putc('\n', stdout);
  }
  return std::fflush(stdout) == 0;
}

// The response has no id, because the message has not been read.
std::string too_long_error() {
  const Value::Object error{{"code", -32600},
                            {"message", fmt::format("the message is longer than {} bytes", kMaxMessage)}};
  return Value(Value::Object{{"jsonrpc", "2.0"}, {"error", error}}).to_json();
}

int serve(const McpCommandOptions& options) {
  Result<Setup> setup = open_engine(options.setup);
  if (!setup) return report(setup.error());
  McpConnection client(McpServer::create(setup->catalog, *setup->engine), options.user);

  if (isatty(STDIN_FILENO) != 0) {
    fmt::print(
        stderr,
        "An MCP client starts this command and talks to it; see docs/mcp.md for its configuration. To talk to the "
        "bot yourself, use parley chat. Ctrl-D quits.\n");
  }
  std::ios::sync_with_stdio(false);
  LineReader lines(std::cin, kMaxMessage);
  LostEvents lost(*setup->engine, options.setup.telemetry);
  std::string_view line;
  for (;;) {
    const LineReader::Read read = lines.next(line);
    if (read == LineReader::Read::kEnd) return lost.report_totals();
    const bool is_too_long = read == LineReader::Read::kTooLong;
    if (!is_too_long && line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (!write_messages(is_too_long ? std::vector{too_long_error()} : client.handle(line))) {
      fmt::print(stderr, "parley mcp: cannot write the response\n");
      return kFailed;
    }
    lost.report();
  }
}

}  // namespace

Command add_mcp(CLI::App& app) {
  auto options = std::make_shared<McpCommandOptions>();
  CLI::App* parser = add_command(
      app, "mcp", "Serve a bot as tools to an MCP client: one JSON-RPC message per line on standard input",
      "parley mcp --bot examples/mcp/bot.yaml --db bot.db\n"
      "echo '{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}' | parley mcp --bot examples/mcp/bot.yaml");
  parser->add_option("--bot", options->setup.bot, "The bot file")->required()->type_name("FILE");
  parser
      ->add_option("--db", options->setup.database.path,
                   "Store sessions in this SQLite file or postgresql:// database (default: in memory)")
      ->type_name("PATH");
  add_keys(*parser, options->setup.database);
  parser->add_option("--user", options->user, "The owner of the sessions that the client begins")->type_name("NAME");
  parser
      ->add_option("--telemetry", options->setup.telemetry,
                   "Append events to this file or table (sqlite:FILE), or send them to this OpenTelemetry collector "
                   "(https://...); may be repeated")
      ->type_name("PLACE");
  add_remote_access(*parser, options->setup.remote.emplace());
  add_no_cache(*parser);
  return {parser, [options] { return serve(*options); }};
}

}  // namespace parley::cli
