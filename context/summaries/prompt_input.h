// What a summarizer is shown of a request: redacted, and no more than its window holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Every text of the request through `redact`, and of each message only role, text, tool and call: metadata and files
// are the host's. What `redact` throws goes through.
SummaryRequest redacted(const SummaryRequest& request, const std::function<std::string(std::string_view)>& redact);

// The bytes that a summary is there to replace: of the former one and of the messages.
std::size_t length_replaced(const SummaryRequest& request);

// Takes the oldest messages out until the rest, with the former summary and the facts, has at most so many tokens.
// Answers with how many were taken out; all of them: not even the newest fits.
std::size_t fit_into_window(SummaryRequest& request, std::int64_t tokens,
                            const std::function<std::int64_t(std::string_view)>& count_tokens);

}  // namespace parley::context
