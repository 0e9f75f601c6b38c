// Words splits a folded message into plain words for word-by-word matching: lower case, one space between two words, no
// punctuation, no apostrophes ("Don't!" becomes "dont"). An emoji is a separate word. Common misspellings become the
// words that they mean ("teh" becomes "the").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/recycled.h"

namespace parley::intents {

class Words {
 public:
  explicit Words(std::string_view folded_text);

  std::string_view text() const { return *text_; }
  std::size_t size() const { return places_->size(); }

  // Returns words [first, first + count) of text().
  std::string_view text(std::size_t first, std::size_t count) const;

  // Place is the span of a word in the folded text.
  struct Place {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  const Place& operator[](std::size_t word) const { return (*places_)[word].folded; }
  // Return the span of a word in text().
  std::size_t begin_of(std::size_t word) const { return (*places_)[word].plain.begin; }
  std::size_t end_of(std::size_t word) const { return (*places_)[word].plain.end; }
  // Returns the words within [begin, end) of the folded text as a span of text(). Returns nullopt if the piece contains
  // no word or begins inside one.
  std::optional<Place> within(std::size_t begin, std::size_t end) const;
  // Returns the span in the folded text of a piece of text(). The piece must begin with a word.
  Place place_of(std::string_view piece) const;

 private:
  void correct_spelling();

  struct Word {
    Place folded;
    Place plain;  // in text_
  };
  base::Recycled<std::string> text_;
  base::Recycled<std::vector<Word>> places_;
};

}  // namespace parley::intents
