// errno_text() describes the error of a system call in lower case: "permission denied".
#pragma once

#include <string>

namespace parley::base {

// Returns the description of the errno value `error`, for use inside an error message.
std::string errno_text(int error);

}  // namespace parley::base
