// Words: a folded message in its plainest form, for what is matched word by word: lower case, one space between two
// words, no punctuation, apostrophes dropped ("Don't!" is "dont"). An emoji is a word of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parley::intents {

class Words {
 public:
  explicit Words(std::string_view folded_text);

  std::string_view text() const { return text_; }
  std::size_t size() const { return places_.size(); }

  // Words [first, first + count) of text().
  std::string_view text(std::size_t first, std::size_t count) const;

  // Where a word stands in the folded text.
  struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  const Place& operator[](std::size_t word) const { return places_[word].folded; }
  // The place of a piece of text(); it begins and ends with a word.
  Place place_of(std::string_view piece) const;

 private:
  struct Word {
    Place folded;
    Place plain;  // in text_
  };
  std::string text_;
  std::vector<Word> places_;
};

}  // namespace parley::intents
