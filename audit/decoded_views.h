// Views of an output, as a search for a value looks at it. Nothing here is shared with what hides values: what one
// overlooks the other should not.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::audit {

// A text's ASCII letters and digits, folded (full-width ones, accents and case), and where each stands.
class View {
 public:
  explicit View(std::string text);

  const std::string& text() const { return text_; }
  const std::string& letters() const { return letters_; }

  // The first place of these letters and digits, with at most five bytes of other things between any two of them. Fewer
  // than eight must stand for themselves: no letter or digit touches them.
  std::optional<Span> find(std::string_view letters) const;

 private:
  struct Origin {
    std::size_t begin = 0, end = 0;  // bytes of the text
  };
  std::string text_;
  std::string letters_;
  std::vector<Origin> origins_;  // of each letter
};

// What JSON's, a URL's and HTML's escapes stand for, in their place.
std::string unescaped(std::string_view text);

std::optional<Span> find_base64(std::string_view text, std::string_view value);
std::optional<Span> find_hex(std::string_view text, std::string_view value);

}  // namespace parley::audit
