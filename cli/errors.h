// Reports errors of commands and maps them to exit codes.
#pragma once

#include <string>
#include <string_view>

#include "parley/result.h"

namespace parley::cli {

// Prints the error with all its diagnostics and, if known, the next thing to try. Returns the exit code.
int report(const Error& error);

// Returns an error for an invalid command line. `sentence` says what is wrong and what to do instead.
Unexpected usage_error(std::string_view sentence);

// Returns the text of an errno value in lower case, to continue a message: "permission denied".
std::string errno_text(int error);

// Prints `file:line:col: error[E203]: ...`, in color on a terminal.
void print_finding(const Diagnostic& finding);

}  // namespace parley::cli
