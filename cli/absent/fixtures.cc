// Adds stubs of the commands for a build without PARLEY_FIXTURES.
//
// Tested by tests/absent/command_test.
#include "cli/absent/absent_command.h"

namespace parley::cli {

Command add_replay(CLI::App& app) { return add_absent_command(app, "replay", "fixtures", "PARLEY_FIXTURES"); }
Command add_record(CLI::App& app) { return add_absent_command(app, "record", "fixtures", "PARLEY_FIXTURES"); }

}  // namespace parley::cli
