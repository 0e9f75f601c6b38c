// Checks the environment variables of the command.
#pragma once

namespace parley::cli {

// Warns on standard error about each unknown variable that begins with PARLEY_, because it has no effect.
void warn_of_unknown_variables();

}  // namespace parley::cli
