// Windows: a long text in pieces that overlap, for those who must not miss a value. A recogniser looks at no more than
// kMaxFound candidates of a text, which for a message is plenty; where values are taken out, nothing may hide behind
// the 64th.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "intents/entities/boundaries.h"
#include "intents/entities/recogniser.h"
#include "parley/understanding.h"

namespace parley::intents {

// What is no longer than the overlap stands whole in one of them.
struct Windows {
  std::size_t size;     // bytes, 8 or more
  std::size_t overlap;  // at most half of it
};

// visit(piece, offset). Pieces begin behind a blank where there is one, and at a code point always.
template <class Visit>
void for_each_window(std::string_view text, const Windows& windows, Visit visit) {
  const auto boundary = [&](std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
    return at;
  };
  for (std::size_t begin = 0;;) {
    const std::size_t end = boundary(std::min(text.size(), begin + windows.size));
    visit(text.substr(begin, end - begin), begin);
    if (end == text.size()) return;
    const std::size_t latest = boundary(end - windows.overlap);
    const std::size_t soonest = std::min(begin + windows.overlap, latest);
    const std::size_t blank = text.substr(0, latest).substr(soonest).find_last_of(" \t\r\n");
    begin = blank != std::string_view::npos ? soonest + blank + 1 : latest;
  }
}

// What a recogniser finds in the windows of a text: visit(span, value), a value once for each window that it stands in.
template <class Visit>
void find_in_windows(const Recogniser& recogniser, std::string_view text, const Windows& windows, bool asked,
                     Visit visit) {
  std::vector<Found> found;
  for_each_window(text, windows, [&](std::string_view piece, std::size_t offset) {
    found.clear();
    recogniser.find({piece, {}, asked}, found);
    for (const Found& one : found) {
      const Span span{offset + one.begin, offset + one.end};
      // The edge of the window is no edge of a word. Cut by it, the value stands whole in the next window.
      if (one.begin == 0 && offset > 0 && letter_before(text, span.begin)) continue;
      if (one.end == piece.size() && letter_at(text, span.end)) continue;
      visit(span, one.value);
    }
  });
}

}  // namespace parley::intents
