// Tested by tests/cli/main_test.
#include "cli/help.h"

#include <memory>
#include <sstream>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace parley::cli {
namespace {

// The layout of CLI11, with required options in the usage line instead of a remark after each of them.
class Help : public CLI::Formatter {
 public:
  Help() {
    column_width(30);
    label("Positionals", "Arguments");
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::ostringstream out;
    out << "\nUsage: " << name;
    const bool has_commands = !app->get_subcommands([](const CLI::App*) { return true; }).empty();
    if (has_commands) out << " COMMAND";
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_positional()) out << " " << make_option_usage(option);
    }
    for (const CLI::Option* option : app->get_options()) {
      if (option->get_required() && option->nonpositional()) {
        out << " " << option->get_name() << " " << value_of(option);
      }
    }
    out << " [options]\n";
    return out.str();
  }

  std::string make_option_usage(const CLI::Option* option) const override {
    std::string name = option->get_name(true);
    if (option->get_items_expected_max() > 1) name += "...";
    return option->get_required() ? name : "[" + name + "]";
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string value = option->get_positional() ? "" : value_of(option);
    return value.empty() ? "" : " " + value;
  }

 private:
  // Returns the description of the value. The option text takes precedence over the type name, because checks of CLI11
  // add their own words to the type name.
  static std::string value_of(const CLI::Option* option) {
    return option->get_option_text().empty() ? option->get_type_name() : option->get_option_text();
  }
};

}  // namespace

void set_help(CLI::App& app, std::string footer) {
  app.formatter(std::make_shared<Help>());
  app.set_help_flag("-h,--help", "Show this help");
  app.footer(std::move(footer));
}

CLI::App* add_command(CLI::App& app, std::string name, std::string description, const std::string& examples) {
  CLI::App* command = app.add_subcommand(std::move(name), std::move(description));
  command->group("Commands");
  std::istringstream lines(examples);
  std::string footer = "Examples:";
  for (std::string line; std::getline(lines, line);) footer += line.empty() ? "\n" : "\n  " + line;
  command->footer(std::move(footer));
  return command;
}

}  // namespace parley::cli
