// MaskedText is a text of the bot as a language model sees it: {placeholders} stand for the values in it. The model
// never sees a value, so it cannot change one, follow instructions in one, or learn something private.
// Tested by tests/wording/masked_text_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/value_place.h"
#include "parley/result.h"

namespace parley::wording {

class MaskedText {
 public:
  // `places` must come in order, must not overlap, and must be inside of `text`.
  MaskedText(std::string_view text, const std::vector<config::ValuePlace>& places);

  // The text with a placeholder for each value: {value.order.id}, and {value.order.id_2} for the second value with this
  // name. No mask of a private value looks like this (docs/privacy.md), so a recording keeps the placeholders.
  const std::string& shown() const { return shown_; }

  // Returns a text without its placeholders and other braces, for the check of what lies between them.
  static std::string without_masks(std::string_view text);

  // Returns `text` with the values instead of their placeholders. kInvalidRequest: a placeholder is missing, occurs
  // twice or is unknown.
  Result<std::string> restore(std::string_view text) const;

 private:
  std::string shown_;
  std::vector<std::pair<std::string, std::string>> masks_;  // a placeholder with its braces, and the value
};

}  // namespace parley::wording
