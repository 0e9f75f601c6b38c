// Adds a stub of the command for a build without PARLEY_AUDIT.
//
// Tested by tests/absent/command_test.
#include "cli/absent/absent_command.h"

namespace parley::cli {

Command add_audit(CLI::App& app) { return add_absent_command(app, "audit", "audit", "PARLEY_AUDIT"); }

}  // namespace parley::cli
