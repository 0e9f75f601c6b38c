// Prepares the input of a summarizer: redacted, and cut to its context window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Applies `redact` to every text of the request. Of each message only role, text, tool and call remain: metadata and
// files belong to the embedding program. Exceptions of `redact` propagate.
SummaryRequest redacted(const SummaryRequest& request, const std::function<std::string(std::string_view)>& redact);

// Returns the number of bytes of the former summary and the messages, which the new summary will replace.
std::size_t length_replaced(const SummaryRequest& request);

// Removes the oldest messages until the rest, with the former summary and the facts, has at most `tokens` tokens.
// Returns the number of removed messages. If all are removed, not even the newest message fits.
std::size_t fit_into_window(SummaryRequest& request, std::int64_t tokens,
                            const std::function<std::int64_t(std::string_view)>& count_tokens);

}  // namespace parley::context
