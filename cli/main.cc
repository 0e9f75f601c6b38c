// The `parley` command: puts the commands together, parses the command line, runs the one that was chosen.
#include <clocale>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/help.h"
#include "parley/version.h"

namespace parley::cli {
namespace {

// "parley", "parley run", "parley sessions show": as far as the command line was understood.
std::string understood(const CLI::App& app) {
  std::string name = app.get_name();
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    name += " " + at->get_name();
  }
  return name;
}

int complain(const CLI::App& app, const CLI::ParseError& error) {
  const std::string name = understood(app);
  const std::vector<std::string> left = app.remaining();
  if (name != app.get_name() || left.empty() || left.front().rfind('-', 0) == 0) {
    fmt::print(stderr, "{}: {}\nTry {} --help.\n", name, error.what(), name);
    return kWrongUse;
  }
  std::string commands;
  for (const CLI::App* command : app.get_subcommands({})) commands += " " + command->get_name();
  fmt::print(stderr, "parley: there is no command '{}'\nThe commands are:{}. Try parley --help.\n", left.front(),
             commands);
  return kWrongUse;
}

int run(int argc, char** argv) {
  CLI::App app("parley runs, tests and measures dialog bots that are written as YAML files.", "parley");
  dress(app,
        "parley COMMAND --help shows the options of a command, with examples.\n"
        "A first conversation: parley chat BOT.yaml");
  app.set_version_flag("--version", "parley " PARLEY_VERSION, "Show the version");
  app.require_subcommand(0, 1);
  const std::vector<Command> commands = {add_chat(app),     add_run(app),     add_replay(app),
                                         add_check(app),    add_explain(app), add_eval(app),
                                         add_sessions(app), add_migrate(app), add_bench(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return kFine;
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return kFine;
  } catch (const CLI::ParseError& error) {
    return complain(app, error);
  }
  for (const Command& command : commands) {
    if (command.parser->parsed()) return command.run();
  }
  fmt::print("{}", app.help());
  return kFine;
}

}  // namespace
}  // namespace parley::cli

int main(int argc, char** argv) {
  std::setlocale(LC_CTYPE, "");  // the prompt edits UTF-8
  int code = parley::cli::kFailed;
  try {
    code = parley::cli::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "parley: {}\n", error.what());
  }
  if (std::fflush(stdout) != 0 && code == parley::cli::kFine) {
    fmt::print(stderr, "parley: the output could not be written\n");
    code = parley::cli::kFailed;
  }
  return code;
}
