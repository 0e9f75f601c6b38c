// What a topic is called, and the words it is about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/topics.h"

namespace parley::context {

// How a message begins, on one line, 80 characters at most and no half word (F17). What is sensitive was taken out of
// the message before (X39).
std::string title_of(std::string_view text);

// The telling words of the title and of what the user said last, the most frequent first; of equally frequent ones the
// earlier. Folded.
std::vector<std::string> keywords_of(const Topic& topic, std::size_t most);

// What a search looks for a topic in: title, tags, summary and recent messages.
std::string searched_text(const Topic& topic);

}  // namespace parley::context
