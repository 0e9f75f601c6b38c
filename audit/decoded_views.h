// Decodes an output into the views in which the audit searches for values. It shares no code with the redaction, so
// that a mistake in one does not hide a mistake in the other.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::audit {

// Holds the ASCII letters and digits of a text, with width, accents and case folded, and the position of each in the
// text.
class View {
 public:
  explicit View(std::string text);

  const std::string& text() const { return text_; }
  const std::string& letters() const { return letters_; }

  // Returns the first occurrence of these letters and digits, with at most five other bytes between any two. Fewer than
  // eight letters and digits must be a separate word, with no letter or digit next to them.
  std::optional<Span> find(std::string_view letters) const;

 private:
  struct Origin {
    std::size_t begin = 0, end = 0;  // bytes of the text
  };
  std::string text_;
  std::string letters_;
  std::vector<Origin> origins_;  // one entry per letter
};

// Replaces the escapes of JSON, URLs and HTML by their meaning.
std::string unescaped(std::string_view text);

std::optional<Span> find_base64(std::string_view text, std::string_view value);
std::optional<Span> find_hex(std::string_view text, std::string_view value);

}  // namespace parley::audit
