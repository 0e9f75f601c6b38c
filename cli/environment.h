// The environment variables of the command.
#pragma once

namespace parley::cli {

// Warns on standard error of each variable that begins with PARLEY_ and is unknown: it has no effect.
void warn_of_unknown_variables();

}  // namespace parley::cli
