// A replay as a JUnit XML file, which CI systems show as a table of tests.
#pragma once

#include <string>

#include "parley/replay.h"

namespace parley::cli {

// One suite per file, one case per conversation. `uncovered_fails`: a last suite with a case that fails on each
// intent that no conversation reached.
std::string junit_of(const ReplayReport& report, bool uncovered_fails);

}  // namespace parley::cli
