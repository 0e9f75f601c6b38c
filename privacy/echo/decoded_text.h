// Views: a text, and what it says when it is read as JSON, as a part of a URL or as HTML, each with the way back.
//
// In a view escapes are the characters that they stand for; all else is as it was. Nothing is required of the text:
// what is no escape stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::privacy {

class DecodedText {
 public:
  // The text itself. Keeps a view: `original` must outlive this.
  explicit DecodedText(std::string_view original) : original_(original), is_plain_(true) {}

  std::string_view text() const { return is_plain_ ? original_ : std::string_view(decoded_); }
  Span original_span(std::size_t begin, std::size_t end) const {
    return is_plain_ ? Span{begin, end} : Span{sources_[begin], sources_[end]};
  }

  // Reads escapes of one kind; false, and `out` is as it was, when there are none.
  bool decode_json(DecodedText& out) const;
  bool decode_url(DecodedText& out) const;
  bool decode_html(DecodedText& out) const;

 private:
  // read(text, at, out): reads the escape at `at`, moves past it and appends what it stands for; false when there is
  // none.
  template <class Read>
  bool decode(std::string_view marks, Read read, DecodedText& out) const;
  void append_to(DecodedText& out, std::size_t begin, std::size_t end) const;
  std::uint32_t source_of(std::size_t at) const { return is_plain_ ? static_cast<std::uint32_t>(at) : sources_[at]; }

  std::string_view original_;
  bool is_plain_;
  std::string decoded_;
  std::vector<std::uint32_t> sources_;  // per byte of decoded_ and for its end: where it begins in the original
};

}  // namespace parley::privacy
