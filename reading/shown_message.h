// ShownMessage is a message of the user as a language model sees it: masks replace private values. It finds the words
// that the model quotes in the original message.
// Tested by tests/reading/shown_message_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parley/understanding.h"

namespace parley::reading {

class ShownMessage {
 public:
  explicit ShownMessage(std::string original) : original_(std::move(original)) {}

  // Replaces the part `span` of the original by `mask`. Spans must come in order, and must not overlap.
  void replace(Span span, std::string mask);
  void end();  // appends the rest of the original

  const std::string& text() const { return shown_; }
  const std::string& original() const { return original_; }

  // Returns the place of the words in the original message, at word boundaries. Ignores case, kinds of white space and
  // typographic marks. A quoted mask, or a part of one, is the whole value behind it. Also finds words of the original.
  std::optional<Span> find(std::string_view words) const;

  // Whether masks replace all letters and digits of the message, so that a model can read nothing.
  bool is_hidden() const { return has_only_masks({0, shown_.size()}); }
  // Whether quoted words are only masks, or parts of masks.
  bool are_masks(std::string_view words) const;

 private:
  struct Mask {
    Span shown, original;
  };
  Span to_original(Span shown) const;
  bool has_only_masks(Span shown) const;

  std::string original_, shown_;
  std::size_t copied_ = 0;  // bytes of the original that `shown_` has
  std::vector<Mask> masks_;
};

}  // namespace parley::reading
