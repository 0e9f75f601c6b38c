// Properties of a text that a language model wrote: is it plain text, and has it certain words?
// Tested by tests/wording/plain_text_test.cc.
#pragma once

#include <string_view>

namespace parley::wording {

// Whether the text has control characters other than line breaks, or characters that change the direction of writing.
bool has_control(std::string_view text);

// Whether the text has links, emphasis, code or tags of Markdown or HTML.
bool has_markup(std::string_view text);

// Whether the folded text has the words, at the edges of words.
bool has_words(std::string_view folded_text, std::string_view words);

}  // namespace parley::wording
