// Splits texts and queries into search words. All stores use these functions, so that they find the same messages.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley::memory {

// Returns the words in text order, with repetitions. Words are folded (base/fold.h) and split at everything except
// letters and digits. In scripts without blanks, each character is a word. A word therefore contains no blank, quote,
// operator or control character, and never has a meaning in a query language.
std::vector<std::string> search_words(std::string_view text);

// WantedWords is the query of a store without an index: it tests each text.
class WantedWords {
 public:
  explicit WantedWords(std::string_view query);
  bool none() const { return sorted_.empty(); }
  bool are_all_in(std::string_view text) const;
  // Returns false if no ASCII text that is a part of `bytes` contains all words. Reads few of the bytes.
  bool may_be_in_ascii(std::string_view bytes) const;

 private:
  std::vector<std::string> sorted_;  // without duplicates
  // The longest word, and how far a search may go on after each byte (R. N. Horspool, 1980), in either case of a
  // letter.
  std::string longest_;
  std::array<std::uint8_t, 256> skips_{};
};

}  // namespace parley::memory
