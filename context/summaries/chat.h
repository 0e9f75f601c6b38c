// Builds the request to a chat model that acts as a summarizer, and parses the response.
#pragma once

#include <string>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Returns the instructions on what a summary must keep (F70). HttpSummarizerOptions::prompt may replace them.
std::string_view default_prompt();

// Returns the body of POST /chat/completions: a minimal system prompt, one message, no tools. In the body, everything
// that comes from a conversation is quoted.
std::string chat_request(const SummaryRequest& request, std::string_view model, std::string_view prompt);

// Returns the text of a completion. kInvalidRequest: the body is not a completion, or the completion was cut off.
Result<std::string> completion_of(std::string_view body);

}  // namespace parley::context
