// Converts the inline markup of Markdown to plain text: links, emphasis, code, HTML tags and entities.
#pragma once

#include <string>
#include <string_view>

namespace parley::config {

// Returns the text that a reader of a rendered page sees. A link becomes its text, an image its alternative text. Takes
// time linear in the length of `markup`. Text that only resembles markup stays as it is: "2 * 3", "snake_case", "a <
// b".
std::string plain_markdown(std::string_view markup);

}  // namespace parley::config
