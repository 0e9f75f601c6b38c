// The words of a text as every store indexes them, and of a query as every store looks it up: so all find the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley::memory {

// In their order, and as often as they occur. Folded (base/fold.h), split at whatever is no letter or digit; where a
// script has no blanks each character is a word. So a word holds nothing that a query language could mean: no blank,
// quote, operator or control character.
std::vector<std::string> search_words(std::string_view text);

}  // namespace parley::memory
