// Derives titles and keywords of topics.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/topics.h"

namespace parley::context {

// Returns the beginning of a message on one line, at most 80 characters, without a partial word (F17). Sensitive values
// were removed from the message before (X39).
std::string title_of(std::string_view text);

// Returns the telling words of the title and of the user's last messages, the most frequent first; among equally
// frequent ones, the earlier first. Folded.
std::vector<std::string> keywords_of(const Topic& topic, std::size_t most);

// Returns the text that a search inspects: title, tags, summary and recent messages.
std::string searched_text(const Topic& topic);

}  // namespace parley::context
