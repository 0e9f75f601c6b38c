#include "intents/words.h"

#include <algorithm>

#include "base/text.h"
#include "intents/entities/edges.h"

namespace parley::intents {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_emoji(char32_t c) { return (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF); }

}  // namespace

Words::Words(std::string_view text) {
  text_.reserve(text.size());
  places_.reserve(text.size() / 5 + 1);
  bool in_word = false;
  const auto append = [&](std::size_t begin, std::size_t end) {
    if (!in_word) {
      if (!text_.empty()) text_ += ' ';
      places_.push_back({{begin, end}, {text_.size(), 0}});
    }
    for (std::size_t at = begin; at < end; ++at) text_ += lower(text[at]);
    places_.back().folded.end = end;
    places_.back().plain.end = text_.size();
    in_word = true;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    if (is_ascii(text[at])) {
      ++at;
      if (base::is_word_byte(text[begin])) {
        append(begin, at);
      } else if (text[begin] != '\'') {
        in_word = false;
      }
      continue;
    }
    const char32_t code_point = base::next_code_point(text, at);
    if (is_emoji(code_point)) in_word = false;
    if (is_emoji(code_point) || letter_at(text, begin)) append(begin, at);
    if (is_emoji(code_point) || !letter_at(text, begin)) in_word = false;
  }
}

std::string_view Words::text(std::size_t first, std::size_t count) const {
  const std::size_t begin = places_[first].plain.begin;
  return text().substr(begin, places_[first + count - 1].plain.end - begin);
}

Words::Place Words::place_of(std::string_view piece) const {
  const auto begin = static_cast<std::size_t>(piece.data() - text_.data());
  const auto starts_before = [](const Word& word, std::size_t at) { return word.plain.begin < at; };
  const auto first = std::lower_bound(places_.begin(), places_.end(), begin, starts_before);
  const auto last = std::prev(std::lower_bound(first, places_.end(), begin + piece.size(), starts_before));
  return {first->folded.begin, last->folded.end};
}

}  // namespace parley::intents
