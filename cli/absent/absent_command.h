// The commands of components that CMake left out of this build. They accept any arguments and fail with an error that
// names the component.
//
// Tested by tests/absent/command_test.
#pragma once

#include <string>

#include "cli/command.h"

namespace parley::cli {

// `component` is the name of the component in the error ("audit"), `option` the CMake option that adds it
// ("PARLEY_AUDIT").
Command add_absent_command(CLI::App& app, const std::string& name, const std::string& component,
                           const std::string& option);

}  // namespace parley::cli
