// How a canary is told.
#pragma once

#include <string>
#include <string_view>

#include "parley/audit.h"

namespace parley::audit {

// The value in this form; of kSplit, which takes two messages, as it is.
std::string told_as(CanaryForm form, std::string_view value);

// Where a value is split over two messages, so that each half can be told from chance; 0: nowhere.
std::size_t split_of(std::string_view value);

}  // namespace parley::audit
