// The recap: a summary without a model. Lines with a label each, from the facts and from what the user said.
#pragma once

#include <string>

#include "parley/summaries.h"

namespace parley::memory {

// Of at most request.max_bytes; may be empty. See recap_summarizer().
std::string recap(const SummaryRequest& request, std::size_t user_messages);

}  // namespace parley::memory
