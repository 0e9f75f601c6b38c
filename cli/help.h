// The layout of --help and the introduction of each command.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace parley::cli {

// Sets the help layout and footer of an app. Commands added later inherit the layout.
void set_help(CLI::App& app, std::string footer);

// Adds a command with a description of one sentence, and examples with one per line.
CLI::App* add_command(CLI::App& app, std::string name, std::string description, const std::string& examples);

}  // namespace parley::cli
