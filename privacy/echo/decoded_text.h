// DecodedText is a text, plain or decoded from JSON, URL or HTML escapes, with a mapping to positions in the original.
//
// Decoding replaces each escape by the characters it represents and keeps the rest. Any input is accepted; invalid
// escapes stay as they are.
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
  // The text itself, not decoded. Keeps a view: `original` must outlive this object.
  explicit DecodedText(std::string_view original) : original_(original), is_plain_(true) {}

  std::string_view text() const { return is_plain_ ? original_ : std::string_view(decoded_); }
  Span original_span(std::size_t begin, std::size_t end) const {
    return is_plain_ ? Span{begin, end} : Span{sources_[begin], sources_[end]};
  }

  // Decodes escapes of one kind. Returns false and leaves `out` unchanged if the text has no such escape.
  bool decode_json(DecodedText& out) const;
  bool decode_url(DecodedText& out) const;
  bool decode_html(DecodedText& out) const;

 private:
  // Calls read(text, at, out) for each candidate. read() decodes the escape at `at`, advances `at` and appends the
  // decoded characters to `out`. It returns false if there is no escape.
  template <class Read>
  bool decode(std::string_view marks, Read read, DecodedText& out) const;
  void append_to(DecodedText& out, std::size_t begin, std::size_t end) const;
  std::uint32_t source_of(std::size_t at) const { return is_plain_ ? static_cast<std::uint32_t>(at) : sources_[at]; }

  std::string_view original_;
  bool is_plain_;
  std::string decoded_;
  std::vector<std::uint32_t> sources_;  // original position of each byte of decoded_, and of its end
};

}  // namespace parley::privacy
