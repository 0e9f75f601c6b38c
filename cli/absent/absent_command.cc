#include "cli/absent/absent_command.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/errors.h"

namespace parley::cli {

Command add_absent_command(CLI::App& app, const std::string& name, const std::string& component,
                           const std::string& option) {
  CLI::App* parser = app.add_subcommand(name, fmt::format("Not in this build; it needs -D{}=ON", option));
  parser->group("Commands")->prefix_command();
  return {parser, [name, component, option] {
            return report(usage_error(fmt::format("{}: this build of parley has no {}; configure it with -D{}=ON", name,
                                                  component, option))
                              .error);
          }};
}

}  // namespace parley::cli
