// Adds a stub of the command for a build without PARLEY_REPORT.
//
// Tested by tests/absent/command_test.
#include "cli/absent/absent_command.h"

namespace parley::cli {

Command add_report(CLI::App& app) { return add_absent_command(app, "report", "report", "PARLEY_REPORT"); }

}  // namespace parley::cli
