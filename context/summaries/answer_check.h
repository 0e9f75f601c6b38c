// Checks whether a summarizer's answer can be a summary.
#pragma once

#include <cstddef>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Returns kEmpty, kGarbage, kInstructions or kNone. Looks only at the text, not at the conversation. kInstructions
// reports marks that separate the parts of prompts, and the plainest injections ("ignore all previous instructions").
// This check does not protect against injection. The protection is the fence that parley puts around a summary wherever
// it uses one.
SummaryRefusal check_wording(std::string_view text);

}  // namespace parley::context
