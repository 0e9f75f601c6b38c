// Writes a canary in the forms in which a user may write a value.
#pragma once

#include <string>
#include <string_view>

#include "parley/audit.h"

namespace parley::audit {

// Returns the value in this form. Returns it unchanged for kSplit, which takes two messages.
std::string written_as(CanaryForm form, std::string_view value);

// Returns where to split a value over two messages, so that each half is long enough not to occur by chance; 0 if the
// value is too short.
std::size_t split_position(std::string_view value);

}  // namespace parley::audit
