// Converts a replay report to JUnit XML, which CI systems show as a table of tests.
#pragma once

#include <string>

#include "parley/replay.h"

namespace parley::cli {

// Writes one suite per file and one case per conversation. With `uncovered_fails` a last suite has one failing case
// for each intent that no conversation reached.
std::string junit_of(const ReplayReport& report, bool uncovered_fails);

}  // namespace parley::cli
