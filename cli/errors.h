// How a command says that something went wrong, and which exit code that is.
#pragma once

#include <string_view>

#include "parley/result.h"

namespace parley::cli {

// Says the error with all its findings and, where there is one, the next thing to try; answers with the exit code.
int report(const Error& error);

// The command line asks for something that cannot be. `sentence` says what, and what to do instead.
Unexpected wrong_use(std::string_view sentence);

// `file:line:col: error[E203]: ...`, in colour on a terminal.
void print_finding(const Diagnostic& finding);

}  // namespace parley::cli
