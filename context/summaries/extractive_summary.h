// Makes the extractive summary ("recap") without a model. The recap has labelled lines from the facts and from the
// user's messages.
#pragma once

#include <string>
#include <string_view>

#include "parley/summaries.h"

namespace parley::context {

// Returns at most request.max_bytes bytes; may be empty. See create_recap_summarizer().
std::string recap(const SummaryRequest& request, std::size_t user_messages);

// Returns only the lines of the recap that hold the user's last messages. The newest of these messages come from
// request.messages, the older messages from request.former. If there is not room for all, the oldest are shortened or
// left out first.
std::string last_user_messages(const SummaryRequest& request, std::size_t user_messages, std::size_t max_bytes);

// Returns a summarizer's text in which no line has the form of a recap line: such a line becomes a list item ("- User:
// ..."). Otherwise a later recap would treat a model's "User: ..." as the user's words.
std::string without_recap_labels(std::string_view text);

}  // namespace parley::context
