// How --help looks, and the few words every command is introduced with.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace parley::cli {

// Gives an app, and the commands added to it afterwards, parley's way of showing help, and a last word.
void dress(CLI::App& app, std::string last_word);

// A command with its one-sentence description and its examples, one a line.
CLI::App* add_command(CLI::App& app, std::string name, std::string description, const std::string& examples);

}  // namespace parley::cli
