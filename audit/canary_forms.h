// Forms in which the audit's user writes a canary.
#pragma once

#include <string>
#include <string_view>

#include "parley/audit.h"

namespace parley::audit {

// Returns the value in this form. Returns it unchanged for kSplit, which takes two messages.
std::string written_as(CanaryForm form, std::string_view value);

// Returns where to split a value over two messages so that chance cannot produce either half; 0 if impossible.
std::size_t split_position(std::string_view value);

}  // namespace parley::audit
