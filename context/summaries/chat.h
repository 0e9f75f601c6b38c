// Builds the request to a chat model that acts as a summarizer.
#pragma once

#include <string_view>

#include "parley/model.h"
#include "parley/summaries.h"

namespace parley::context {

// Returns the instructions on what a summary must keep (F70). HttpSummarizerOptions::prompt may replace them.
std::string_view default_prompt();

// Returns a request with a minimal system prompt and one message. Everything that comes from a conversation is quoted.
ModelRequest chat_request(const SummaryRequest& request, std::string_view prompt);

}  // namespace parley::context
