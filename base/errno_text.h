// errno_text() says in lower case what a system call answered: "permission denied".
#pragma once

#include <string>

namespace parley::base {

// The text of the errno value `error`, as it continues an error message.
std::string errno_text(int error);

}  // namespace parley::base
