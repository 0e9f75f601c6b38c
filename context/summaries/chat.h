// The words of a summarizer that is a chat model: what it is asked, and what its answer means.
#pragma once

#include <string>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// What to keep (F70). In the prompt's place HttpSummarizerOptions::prompt may stand.
std::string_view default_prompt();

// The body of POST /chat/completions: a minimal system prompt, one message, no tools. All that comes from a
// conversation is quoted in it.
std::string chat_request(const SummaryRequest& request, std::string_view model, std::string_view prompt);

// The text of a completion. kInvalidRequest: it is none, or it was cut off.
Result<std::string> completion_of(std::string_view body);

}  // namespace parley::context
