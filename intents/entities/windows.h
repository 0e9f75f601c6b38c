// Splits a long text into overlapping windows, for callers that must not miss a value. A recogniser examines at most
// kMaxFound (64) candidates of a text, which is enough for a message. A caller that removes values from a text must
// also find those after the 64th candidate.
// Tested by tests/intents/entity_spans_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/boundaries.h"
#include "intents/entities/recogniser.h"
#include "parley/understanding.h"

namespace parley::intents {

// A value no longer than the overlap is entirely in one of the windows.
struct Windows {
  std::size_t size;     // bytes, 8 or more
  std::size_t overlap;  // at most half of the size
};

// Calls visit(piece, offset). A piece begins after a blank if possible, and always at a code point.
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

// Calls visit(span, value) for each value found in the windows, once for each window that contains it.
template <class Visit>
void find_in_windows(const Recogniser& recogniser, std::string_view text, const Windows& windows, bool asked,
                     Visit visit) {
  std::vector<Found> found;
  for_each_window(text, windows, [&](std::string_view piece, std::size_t offset) {
    found.clear();
    recogniser.find({piece, {}, asked}, found);
    for (const Found& one : found) {
      const Span span{offset + one.begin, offset + one.end};
      // The edge of the window is not a word boundary. A value that it cuts is entirely in the next window.
      if (one.begin == 0 && offset > 0 && base::letter_before(text, span.begin)) continue;
      if (one.end == piece.size() && base::letter_at(text, span.end)) continue;
      visit(span, one.value);
    }
  });
}

}  // namespace parley::intents
