// The recap: a summary without a model. Lines with a label each, from the facts and from what the user said.
#pragma once

#include <string>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Of at most request.max_bytes; may be empty. See recap_summarizer().
std::string recap(const SummaryRequest& request, std::size_t user_messages);

// The recap's lines of the user's last messages alone: those of request.messages, and older ones out of request.former.
// The newest get their room first.
std::string last_user_messages(const SummaryRequest& request, std::size_t user_messages, std::size_t max_bytes);

// A summarizer's text, in which no line has the form of a recap's: such a line becomes a list item ("- User: ...").
// Without this a later recap takes a model's "User: ..." for the user's words.
std::string without_recap_labels(std::string_view text);

}  // namespace parley::context
