// Checks whether a summarizer's answer can be a summary.
#pragma once

#include <cstddef>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Checks the text alone and returns kEmpty, kGarbage, kInstructions or kNone. kInstructions reports marks that separate
// the parts of prompts, and the plainest injections ("ignore all previous instructions"). This check does not protect
// against injection. The fence around a summary does, wherever the summary is used.
SummaryRefusal check_wording(std::string_view text);

}  // namespace parley::context
