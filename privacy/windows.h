// Windows: a long text in pieces that overlap, for the recognisers of intents/entities. They look at no more than
// kMaxFound candidates of a text, which for a message is plenty; here nothing may hide behind the 64th.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "intents/entities/edges.h"
#include "intents/entities/recogniser.h"
#include "privacy/finders.h"

namespace parley::privacy {

// A candidate takes three bytes at least, so no window holds more than kMaxFound of them. What is longer than the
// overlap is no value of any type that is looked for in windows.
inline constexpr std::size_t kWindow = 192;
inline constexpr std::size_t kWindowOverlap = 64;
static_assert(kWindow / 3 <= intents::kMaxFound);

// visit(piece, offset). Pieces begin behind a blank where there is one, and at a code point always.
template <class Visit>
void for_each_window(std::string_view text, Visit visit) {
  const auto boundary = [&](std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return at;
  };
  for (std::size_t begin = 0;;) {
    const std::size_t end = boundary(std::min(text.size(), begin + kWindow));
    visit(text.substr(begin, end - begin), begin);
    if (end == text.size()) return;
    const std::size_t latest = boundary(end - kWindowOverlap);
    const std::size_t blank = text.substr(0, latest).substr(begin + kWindowOverlap).find_last_of(" \t\r\n");
    begin = blank != std::string_view::npos ? begin + kWindowOverlap + blank + 1 : latest;
  }
}

// What a recogniser finds in the windows of a text. `visit` is called with the place of each and its canonical value.
template <class Visit>
void find_by(const intents::Recogniser& recogniser, std::string_view text, bool asked, Visit visit) {
  std::vector<intents::Found> found;
  for_each_window(text, [&](std::string_view piece, std::size_t offset) {
    found.clear();
    recogniser.find({piece, {}, asked}, found);
    for (const intents::Found& one : found) {
      const Span span{offset + one.begin, offset + one.end};
      // The edge of the window is no edge of a word. Cut by it, the value stands whole in the next window.
      if (one.begin == 0 && offset > 0 && intents::letter_before(text, span.begin)) continue;
      if (one.end == piece.size() && intents::letter_at(text, span.end)) continue;
      visit(span, one.value);
    }
  });
}

}  // namespace parley::privacy
