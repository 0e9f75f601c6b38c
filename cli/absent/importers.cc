// Adds a stub of the command for a build without PARLEY_IMPORTERS.
//
// Tested by tests/absent/command_test.
#include "cli/absent/absent_command.h"

namespace parley::cli {

Command add_import(CLI::App& app) { return add_absent_command(app, "import", "importers", "PARLEY_IMPORTERS"); }

}  // namespace parley::cli
