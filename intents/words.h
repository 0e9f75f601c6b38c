// Words: a folded message in its plainest form, for what is matched word by word: lower case, one space between two
// words, no punctuation, apostrophes dropped ("Don't!" is "dont"). An emoji is a word of its own.
#pragma once

#include <cstddef>
#include <optional>
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
  // Where a word stands in text().
  std::size_t begin_of(std::size_t word) const { return places_[word].plain.begin; }
  std::size_t end_of(std::size_t word) const { return places_[word].plain.end; }
  // The words that make up the piece [begin, end) of the folded text, as a piece of text(). None when there is none in
  // it, or it begins inside one.
  std::optional<Place> within(std::size_t begin, std::size_t end) const;
  // The place of a piece of text(); it begins with a word.
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
