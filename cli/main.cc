// The `parley` command: registers the subcommands, parses the command line and runs the chosen one.
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <system_error>
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

// The part of the command line that was recognized: parley, parley run, parley sessions show.
struct SelectedCommand {
  const CLI::App* command;
  std::string name;
};
SelectedCommand selected_command(const CLI::App& app) {
  SelectedCommand at{&app, app.get_name()};
  while (!at.command->get_subcommands().empty()) {
    at.command = at.command->get_subcommands().front();
    at.name += " " + at.command->get_name();
  }
  return at;
}

// Describes an unknown word. It is reported before missing arguments, because the word is probably the mistake.
std::string unknown_word(const CLI::App& command, const std::string& word) {
  if (word.rfind('-', 0) == 0) return fmt::format("unknown option '{}'", word);
  const std::vector<const CLI::App*> commands = command.get_subcommands({});
  if (commands.empty()) return fmt::format("unexpected argument '{}'", word);
  std::string names;
  for (const CLI::App* one : commands) names += " " + one->get_name();
  return fmt::format("unknown command '{}'\nThe commands are:{}.", word, names);
}

// Options with this value name hold text of the user, which may be empty. All others may not.
constexpr const char* kMayBeEmpty = "TEXT";

// Returns the option with an empty value; empty if all have one. An empty value usually comes from an unset shell
// variable. Parley would read it as "no database", "every user" or "no encryption", which the user did not intend.
std::string empty_option(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_name(true) == kMayBeEmpty || option->count() == 0) continue;
    for (const std::string& value : option->results()) {
      if (value.empty()) return option->get_name(option->get_positional());
    }
  }
  return {};
}

// Returns an option written as "--db=" with no value, because the parser would take the next word as its value.
std::string cut_off_option(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") break;
    if (word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1) return word.substr(0, word.size() - 1);
  }
  return {};
}

// Returns the name of a variable that is empty. `--keys` would fail because of it, with an error that does not name it.
std::string empty_variable() {
  const char* keys = std::getenv("PARLEY_KEYS");
  return keys && *keys == '\0' ? "PARLEY_KEYS" : "";
}

int report_empty_value(const CLI::App& app, const std::string& name) {
  const std::string command = selected_command(app).name;
  fmt::print(stderr, "{}: {} is empty; give it a value or omit it\nTry {} --help.\n", command, name, command);
  return kExitUsage;
}

int report_usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const auto [command, name] = selected_command(app);
  const std::vector<std::string> left = app.remaining(true);
  const bool is_about_words = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) ||
                              error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  fmt::print(stderr, "{}: {}\nTry {} --help.\n", name,
             is_about_words && !left.empty() ? unknown_word(*command, left.front()) : error.what(), name);
  return kExitUsage;
}

// Opens /dev/null for closed standard streams, so that no file opened later gets their descriptors and receives output.
// The modes make reading standard input and writing output fail; error messages are lost.
void fill_closed_streams() {
  constexpr int kModes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) (void)::open("/dev/null", kModes[stream]);
  }
}

int run(int argc, char** argv) {
  CLI::App app("parley runs, tests and measures dialog bots that are written as YAML files.", "parley");
  set_help(app,
           "parley COMMAND --help shows the options of a command, with examples.\n"
           "A first conversation: parley chat BOT.yaml");
  app.set_version_flag("--version", "parley " PARLEY_VERSION, "Show the version");
  app.require_subcommand(0, 1);
  const std::vector<Command> commands = {add_chat(app),    add_run(app),     add_serve(app),        add_api_keys(app),
                                         add_mcp(app),     add_replay(app),  add_check(app),        add_explain(app),
                                         add_eval(app),    add_report(app),  add_audit(app),        add_sessions(app),
                                         add_context(app), add_topics(app),  add_settings(app),     add_record(app),
                                         add_migrate(app), add_salvage(app), add_keys_command(app), add_bench(app),
                                         add_import(app),  add_sample(app),  add_train(app),        add_translate(app)};
  if (const std::string name = cut_off_option(argc, argv); !name.empty()) return report_empty_value(app, name);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return kExitOk;
  } catch (const CLI::CallForVersion& version) {
    fmt::print("{}\n", version.what());
    return kExitOk;
  } catch (const CLI::ParseError& error) {
    return report_usage_error(app, error);
  }
  if (const std::string name = empty_option(*selected_command(app).command); !name.empty()) {
    return report_empty_value(app, name);
  }
  if (const std::string name = empty_variable(); !name.empty()) return report_empty_value(app, name);
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
  std::signal(SIGXFSZ, SIG_IGN);  // beyond a size limit (ulimit -f) the write fails with an error
  std::setlocale(LC_CTYPE, "");   // the prompt edits UTF-8
  int code = parley::cli::kFailed;
  try {
    code = parley::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "parley: out of memory\n");
  } catch (const std::system_error& error) {
    const bool is_thread = error.code() == std::errc::resource_unavailable_try_again;
    std::fprintf(stderr, "parley: %s%s\n", error.what(),
                 is_thread ? ": the system starts no more threads; raise its limit (ulimit -u, ulimit -v), or ask for "
                             "fewer (--workers, --threads)"
                           : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "parley: %s\n", error.what());  // cannot throw
  }
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (!is_written && code == parley::cli::kExitOk) {
    std::fprintf(stderr, "parley: cannot write the output\n");
    code = parley::cli::kFailed;
  }
  return code;
}
