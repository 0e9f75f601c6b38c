// Tested by tests/intents/dialog_acts_test.cc.
#include "intents/words.h"

#include <algorithm>
#include <array>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/work_budget.h"
#include "intents/spelling.h"

namespace parley::intents {
namespace {

// Describes each byte: the byte of a word in lower case, or one of these.
constexpr char kEnds = 0;       // ends a word
constexpr char kIsDropped = 1;  // an apostrophe
constexpr char kIsNotAscii = 2;

constexpr std::array<char, 256> plain_bytes() {
  std::array<char, 256> plain{};
  for (int c = 0; c < 256; ++c) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_word = is_upper || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '_';
    plain[static_cast<std::size_t>(c)] = is_upper    ? static_cast<char>(c + ('a' - 'A'))
                                         : is_word   ? static_cast<char>(c)
                                         : c >= 0x80 ? kIsNotAscii
                                         : c == '\'' ? kIsDropped
                                                     : kEnds;
  }
  return plain;
}
constexpr std::array<char, 256> kPlainBytes = plain_bytes();

char plain_byte(char c) { return kPlainBytes[static_cast<unsigned char>(c)]; }
bool is_of_word(char plain) { return plain > kIsNotAscii; }
bool is_emoji(char32_t c) { return (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF); }

}  // namespace

Words::Words(std::string_view text) {
  base::WorkBudget::spend(text.size());
  std::string& plain = *text_;
  std::vector<Word>& places = *places_;
  plain.resize(2 * text.size());  // an emoji may need a space on either side
  places.reserve(text.size() / 4 + 1);
  std::size_t length = 0;  // of `plain`
  bool in_word = false;
  const auto begin_word = [&](std::size_t begin) {
    if (in_word) return;
    if (length > 0) plain[length++] = ' ';
    places.push_back({{begin, 0}, {length, 0}});
  };
  const auto end_word = [&](std::size_t end) {
    places.back().folded.end = end;
    places.back().plain.end = length;
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    char byte = plain_byte(text[at]);
    if (is_of_word(byte)) {
      begin_word(begin);
      do {
        plain[length++] = byte;
        byte = ++at < text.size() ? plain_byte(text[at]) : kEnds;
      } while (is_of_word(byte));
      end_word(at);
      in_word = true;
    } else if (byte == kEnds) {
      in_word = false;
      ++at;
    } else if (byte == kIsDropped) {
      ++at;
    } else {
      const bool is_symbol = is_emoji(base::next_code_point(text, at));
      in_word = in_word && !is_symbol;
      if (!is_symbol && !base::letter_at(text, begin)) {
        in_word = false;
        continue;
      }
      begin_word(begin);
      length += text.copy(plain.data() + length, at - begin, begin);
      end_word(at);
      in_word = !is_symbol;
    }
  }
  plain.resize(length);
  correct_spelling();
}

// A misspelling is at most one letter shorter or longer than the word that it means, so few words move far.
void Words::correct_spelling() {
  std::string& plain = *text_;
  std::size_t moved = 0;  // how far the next words have moved to the right; it may wrap around
  const std::bitset<kMisspeltKeys>& keys = misspelt_keys();
  for (Word& word : *places_) {
    word.plain.begin += moved;
    word.plain.end += moved;
    const std::size_t length = word.plain.end - word.plain.begin;
    if (length < kShortestMisspelt || !keys[misspelt_key(plain.data() + word.plain.begin, length)]) continue;
    const std::string_view meant = word_meant_by(std::string_view(plain).substr(word.plain.begin, length));
    if (meant.empty()) continue;
    plain.replace(word.plain.begin, length, meant);
    word.plain.end = word.plain.begin + meant.size();
    moved += meant.size() - length;
  }
}

std::string_view Words::text(std::size_t first, std::size_t count) const {
  const std::size_t begin = (*places_)[first].plain.begin;
  return text().substr(begin, (*places_)[first + count - 1].plain.end - begin);
}

std::optional<Words::Place> Words::within(std::size_t begin, std::size_t end) const {
  const auto ends_before = [](const Word& word, std::size_t at) { return word.folded.end <= at; };
  const auto first = std::lower_bound(places_->begin(), places_->end(), begin, ends_before);
  if (first == places_->end() || first->folded.begin < begin || first->folded.begin >= end) return std::nullopt;
  auto last = first;
  while (std::next(last) != places_->end() && std::next(last)->folded.begin < end) ++last;
  return Place{first->plain.begin, last->plain.end};
}

Words::Place Words::place_of(std::string_view piece) const {
  const auto begin = static_cast<std::size_t>(piece.data() - text_->data());
  const auto starts_before = [](const Word& word, std::size_t at) { return word.plain.begin < at; };
  const auto first = std::lower_bound(places_->begin(), places_->end(), begin, starts_before);
  const auto last = std::prev(std::lower_bound(first, places_->end(), begin + piece.size(), starts_before));
  return {first->folded.begin, last->folded.end};
}

}  // namespace parley::intents
