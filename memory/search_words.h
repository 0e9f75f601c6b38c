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

// What a store without an index asks of each text.
class WantedWords {
 public:
  explicit WantedWords(std::string_view query);
  bool none() const { return sorted_.empty(); }
  bool are_all_in(std::string_view text) const;

 private:
  std::vector<std::string> sorted_;  // each once
};

}  // namespace parley::memory
