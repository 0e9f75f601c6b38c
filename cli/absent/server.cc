// Adds stubs of the commands for a build without PARLEY_SERVER.
//
// Tested by tests/absent/command_test.
#include "cli/absent/absent_command.h"

namespace parley::cli {

Command add_serve(CLI::App& app) { return add_absent_command(app, "serve", "server", "PARLEY_SERVER"); }
Command add_api_keys(CLI::App& app) { return add_absent_command(app, "api-keys", "server", "PARLEY_SERVER"); }

}  // namespace parley::cli
