// Tested by tests/intents/dialog_acts_test.cc.
#include "intents/words.h"

#include <algorithm>
#include <array>

#include "base/boundaries.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace parley::intents {
namespace {

// The effect of a byte on the word that contains it.
enum class Byte : char { kEnds, kContinues, kIsDropped, kIsNotAscii };

constexpr std::array<Byte, 256> kinds() {
  std::array<Byte, 256> kinds{};
  for (int c = 0; c < 256; ++c) {
    const bool is_word = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    kinds[static_cast<std::size_t>(c)] = c >= 0x80   ? Byte::kIsNotAscii
                                         : is_word   ? Byte::kContinues
                                         : c == '\'' ? Byte::kIsDropped
                                                     : Byte::kEnds;
  }
  return kinds;
}
constexpr std::array<Byte, 256> kByteKinds = kinds();

Byte kind_of(char c) { return kByteKinds[static_cast<unsigned char>(c)]; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
bool is_emoji(char32_t c) { return (c >= 0x2600 && c <= 0x27BF) || (c >= 0x1F000 && c <= 0x1FAFF); }

}  // namespace

Words::Words(std::string_view text) {
  base::WorkBudget::spend(text.size());
  text_.reserve(text.size());
  places_.reserve(text.size() / 4 + 1);
  bool in_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    bool ends_word = false;
    switch (kind_of(text[at])) {
      case Byte::kEnds:
        in_word = false;
        ++at;
        continue;
      case Byte::kIsDropped: ++at; continue;
      case Byte::kContinues:
        while (at < text.size() && kind_of(text[at]) == Byte::kContinues) ++at;
        break;
      case Byte::kIsNotAscii:
        if (is_emoji(base::next_code_point(text, at))) {
          in_word = false;
          ends_word = true;
        } else if (!base::letter_at(text, begin)) {
          in_word = false;
          continue;
        }
        break;
    }
    if (!in_word) {
      if (!text_.empty()) text_ += ' ';
      places_.push_back({{begin, 0}, {text_.size(), 0}});
    }
    const std::size_t plain = text_.size();
    text_.append(text, begin, at - begin);
    std::transform(text_.begin() + static_cast<std::ptrdiff_t>(plain), text_.end(),
                   text_.begin() + static_cast<std::ptrdiff_t>(plain), lower);
    places_.back().folded.end = at;
    places_.back().plain.end = text_.size();
    in_word = !ends_word;
  }
}

std::string_view Words::text(std::size_t first, std::size_t count) const {
  const std::size_t begin = places_[first].plain.begin;
  return text().substr(begin, places_[first + count - 1].plain.end - begin);
}

std::optional<Words::Place> Words::within(std::size_t begin, std::size_t end) const {
  const auto ends_before = [](const Word& word, std::size_t at) { return word.folded.end <= at; };
  const auto first = std::lower_bound(places_.begin(), places_.end(), begin, ends_before);
  if (first == places_.end() || first->folded.begin < begin || first->folded.begin >= end) return std::nullopt;
  auto last = first;
  while (std::next(last) != places_.end() && std::next(last)->folded.begin < end) ++last;
  return Place{first->plain.begin, last->plain.end};
}

Words::Place Words::place_of(std::string_view piece) const {
  const auto begin = static_cast<std::size_t>(piece.data() - text_.data());
  const auto starts_before = [](const Word& word, std::size_t at) { return word.plain.begin < at; };
  const auto first = std::lower_bound(places_.begin(), places_.end(), begin, starts_before);
  const auto last = std::prev(std::lower_bound(first, places_.end(), begin + piece.size(), starts_before));
  return {first->folded.begin, last->folded.end};
}

}  // namespace parley::intents
