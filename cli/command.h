// The commands of `parley`, one file each. A command adds its options to the parser and says what to do when it
// was chosen; main.cc does nothing but put them together.
//
// What every command keeps to
//   1. It answers with one of the exit codes below, and nowhere else does the process end.
//   2. What was asked for goes to standard output; complaints and progress go to standard error.
//   3. Everything a person reads has a --json twin, and a --json answer is one line of JSON.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace parley::cli {

constexpr int kExitOk = 0;
constexpr int kFailed = 1;     // findings, failed tests, something that could not be done
constexpr int kExitUsage = 2;  // the command line asks for what cannot be: an unknown option, a file that is not there

struct Command {
  CLI::App* parser = nullptr;
  std::function<int()> run;
};

Command add_chat(CLI::App& app);
Command add_run(CLI::App& app);
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
