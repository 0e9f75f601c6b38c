// The `parley` command: puts the commands together, parses the command line, runs the one that was chosen.
#include <clocale>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/help.h"
#include "parley/version.h"

namespace parley::cli {
namespace {

// As far as the command line was understood: parley, parley run, parley sessions show.
struct Understood {
  const CLI::App* command;
  std::string name;
};
Understood understood(const CLI::App& app) {
  Understood at{&app, app.get_name()};
  while (!at.command->get_subcommands().empty()) {
    at.command = at.command->get_subcommands().front();
    at.name += " " + at.command->get_name();
  }
  return at;
}

// Of a word that means nothing here. Without it other words may be missing, but it is what was mistyped.
std::string unknown_word(const CLI::App& command, const std::string& word) {
  if (word.rfind('-', 0) == 0) return fmt::format("there is no option '{}'", word);
  const std::vector<const CLI::App*> commands = command.get_subcommands({});
  if (commands.empty()) return fmt::format("'{}' is one argument too many", word);
  std::string names;
  for (const CLI::App* one : commands) names += " " + one->get_name();
  return fmt::format("there is no command '{}'\nThe commands are:{}.", word, names);
}

int complain(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, name] = understood(app);
  const std::vector<std::string> left = app.remaining(true);
  const bool is_about_others = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) ||
                               error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  fmt::print(stderr, "{}: {}\nTry {} --help.\n", name,
             is_about_others && !left.empty() ? unknown_word(*command, left.front()) : error.what(), name);
  return kWrongUse;
}

// A file that is opened later must not take the place of a stream that is closed: answers would be written into it.
// What stands in for input and output cannot be read or written, either; complaints are lost.
void fill_closed_streams() {
  constexpr int kStandIns[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", kStandIns[stream]);
  }
}

int run(int argc, char** argv) {
  CLI::App app("parley runs, tests and measures dialog bots that are written as YAML files.", "parley");
  dress(app,
        "parley COMMAND --help shows the options of a command, with examples.\n"
        "A first conversation: parley chat BOT.yaml");
  app.set_version_flag("--version", "parley " PARLEY_VERSION, "Show the version");
  app.require_subcommand(0, 1);
  const std::vector<Command> commands = {
      add_chat(app),     add_run(app),    add_replay(app),  add_check(app),    add_explain(app),
      add_eval(app),     add_report(app), add_audit(app),   add_sessions(app), add_context(app),
      add_settings(app), add_record(app), add_migrate(app), add_salvage(app),  add_keys_command(app),
      add_bench(app),    add_import(app), add_sample(app),  add_train(app),    add_translate(app)};
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
  parley::cli::fill_closed_streams();
  std::setlocale(LC_CTYPE, "");  // the prompt edits UTF-8
  int code = parley::cli::kFailed;
  try {
    code = parley::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "parley: %s\n", error.what());  // which cannot throw
  }
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!is_written && code == parley::cli::kFine) {
    std::fprintf(stderr, "parley: the output could not be written\n");
    code = parley::cli::kFailed;
  }
  return code;
}
