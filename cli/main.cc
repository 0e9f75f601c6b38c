// The `parley` command: puts the commands together, parses the command line, runs the one that was chosen.
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/environment.h"
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

// Of all commands, only what a user says may be an empty text.
constexpr const char* kMayBeEmpty = "TEXT";

// An empty value most often comes from a shell's variable that is not set. It would stand for "no database", "every
// user" or "no encryption", which is the opposite of what was meant. Empty: there is none.
std::string empty_option(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_name(true) == kMayBeEmpty || option->count() == 0) continue;
    for (const std::string& value : option->results()) {
      if (value.empty()) return option->get_name(option->get_positional());
    }
  }
  return {};
}

// "--db=" with nothing behind it: the next word would be taken for the value.
std::string cut_off_option(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    if (word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1) return word.substr(0, word.size() - 1);
  }
  return {};
}

// What would make `--keys` fail without being named.
std::string empty_variable() {
  const char* keys = std::getenv("PARLEY_KEYS");
  return keys && *keys == '\0' ? "PARLEY_KEYS" : "";
}

int complain_of_empty(const CLI::App& app, const std::string& name) {
  const std::string command = understood(app).name;
  fmt::print(stderr, "{}: {} is empty; give it a value, or leave it out\nTry {} --help.\n", command, name, command);
  return kExitUsage;
}

int complain(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, name] = understood(app);
  const std::vector<std::string> left = app.remaining(true);
  const bool is_about_others = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) ||
                               error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  fmt::print(stderr, "{}: {}\nTry {} --help.\n", name,
             is_about_others && !left.empty() ? unknown_word(*command, left.front()) : error.what(), name);
  return kExitUsage;
}

// A file that is opened later must not take the place of a stream that is closed: answers would be written into it.
// What stands in for input and output cannot be read or written, either; complaints are lost.
void fill_closed_streams() {
  constexpr int kStandIns[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) (void)::open("/dev/null", kStandIns[stream]);
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
      add_chat(app),   add_run(app),     add_replay(app),   add_check(app),        add_explain(app), add_eval(app),
      add_report(app), add_audit(app),   add_sessions(app), add_context(app),      add_topics(app),  add_settings(app),
      add_record(app), add_migrate(app), add_salvage(app),  add_keys_command(app), add_bench(app),   add_import(app),
      add_sample(app), add_train(app),   add_translate(app)};
  if (const std::string name = cut_off_option(argc, argv); !name.empty()) return complain_of_empty(app, name);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return kExitOk;
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    return complain(app, error);
  }
  if (const std::string name = empty_option(*understood(app).command); !name.empty()) {
    return complain_of_empty(app, name);
  }
  if (const std::string name = empty_variable(); !name.empty()) return complain_of_empty(app, name);
  warn_of_unknown_variables();
  for (const Command& command : commands) {
    if (command.parser->parsed()) return command.run();
  }
  fmt::print("{}", app.help());
  return kExitOk;
}

}  // namespace
}  // namespace parley::cli

int main(int argc, char** argv) {
  parley::cli::fill_closed_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may grow no more (ulimit -f) is an error of the write, which is told
  std::setlocale(LC_CTYPE, "");   // the prompt edits UTF-8
  int code = parley::cli::kFailed;
  try {
    code = parley::cli::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "parley: %s\n", error.what());  // which cannot throw
  }
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!is_written && code == parley::cli::kExitOk) {
    std::fprintf(stderr, "parley: the output could not be written\n");
    code = parley::cli::kFailed;
  }
  return code;
}
