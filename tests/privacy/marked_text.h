// Texts with the expected matches in [[double brackets]].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::test {

struct MarkedText {
  std::string text;
  std::vector<Span> places;
};

inline MarkedText marked_text(std::string_view marked) {
  MarkedText out;
  for (std::size_t at = 0; at < marked.size();) {
    if (marked.substr(at, 2) == "[[") {
      out.places.push_back({out.text.size(), 0});
      at += 2;
    } else if (marked.substr(at, 2) == "]]") {
      out.places.back().end = out.text.size();
      at += 2;
    } else {
      out.text += marked[at++];
    }
  }
  return out;
}

// Returns the text with the matches marked.
inline std::string with_marks(std::string_view text, const std::vector<Span>& places) {
  std::string out;
  std::size_t at = 0;
  for (const Span& place : places) {
    if (place.begin < at || place.end < place.begin || place.end > text.size()) return "places out of order";
    out.append(text.substr(at, place.begin - at)).append("[[");
    out.append(text.substr(place.begin, place.end - place.begin)).append("]]");
    at = place.end;
  }
  return out.append(text.substr(at));
}

}  // namespace parley::test
