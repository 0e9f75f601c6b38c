// Whether what a summarizer answered can be a summary.
#pragma once

#include <cstddef>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// By what is written in it alone: kEmpty, kGarbage, kInstructions or kNone. kInstructions is a look for the marks that
// separate the parts of prompts and for the plainest of injections ("ignore all previous instructions"). It is no
// defence: that is the fence around a summary, wherever it is used.
SummaryRefusal check_wording(std::string_view text);

}  // namespace parley::context
