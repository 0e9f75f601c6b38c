// The subcommands of `parley`, one file each. A command adds its options to the parser and returns the function that
// runs it. main.cc only combines the commands.
//
// All commands follow these rules:
//   1. A command returns one of the exit codes below. Only main() ends the process.
//   2. Results go to standard output; errors and progress go to standard error.
//   3. All output for people is also available as JSON with --json. A JSON answer is one line.
// Tested by tests/cli/main_test.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace parley::cli {

constexpr int kExitOk = 0;
constexpr int kFailed = 1;     // errors in a bot file, failed tests, or an operation that failed
constexpr int kExitUsage = 2;  // invalid command line: an unknown option, a missing file

// A subcommand: its parser, and the function that runs it and returns the exit code.
struct Command {
  CLI::App* parser = nullptr;
  std::function<int()> run;
};

Command add_chat(CLI::App& app);
Command add_run(CLI::App& app);
Command add_mcp(CLI::App& app);
Command add_serve(CLI::App& app);
Command add_api_keys(CLI::App& app);
Command add_replay(CLI::App& app);
Command add_check(CLI::App& app);
Command add_explain(CLI::App& app);
Command add_eval(CLI::App& app);
Command add_report(CLI::App& app);
Command add_audit(CLI::App& app);
Command add_sessions(CLI::App& app);
Command add_context(CLI::App& app);
Command add_topics(CLI::App& app);
Command add_settings(CLI::App& app);
Command add_record(CLI::App& app);
Command add_migrate(CLI::App& app);
Command add_salvage(CLI::App& app);
Command add_keys_command(CLI::App& app);
Command add_bench(CLI::App& app);
Command add_import(CLI::App& app);
Command add_sample(CLI::App& app);
Command add_train(CLI::App& app);
Command add_translate(CLI::App& app);

}  // namespace parley::cli
