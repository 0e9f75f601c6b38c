// Masks replace private values in a text.
//
//   kMask     {card}
//   kPartial  {card:...1111}         the last four letters or digits, if the value has at least eight
//   kHash     {card#1a2b3c4d5e6f}    equal for equal values, however they are written; reveals nothing without the key
//   kDrop nothing; if a blank precedes and follows the value, only the first blank remains
//   kKeep     the value, which the bot file declares as not private
//
// Invariants of masked()
//   1. Nothing of a private span remains, except the four characters of kPartial.
//   2. Text outside the private spans is unchanged.
//   3. Existing masks whose label is that of a place or one of `labels` are unchanged.
//   4. The output is valid UTF-8 if the input is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/masking.h"
#include "parley/understanding.h"

namespace parley::privacy {

using config::Masking;

// A private span of a text and how to mask it.
struct PrivatePlace {
  Span span;  // widened to whole code points
  std::string label;
  Masking left = Masking::kMask;
  std::string value = {};  // the decoded value, if the text has it escaped or encoded
};

// Replaces each place by its mask. When places overlap, the longest wins (among equally long places, the first). The
// text of the losing places is removed, too. A place inside a kKeep place is still masked, unless both are the same
// value. `key` (1 to 64 bytes) is for kHash. If it is empty, kHash places get the mask of kMask.
std::string masked(std::string_view text, std::vector<PrivatePlace> places, std::string_view key = {},
                   const std::vector<std::string_view>& labels = {});

// Returns the position after the mask at `at` if it has one of `labels`, otherwise npos.
std::size_t end_of_mask(std::string_view text, std::size_t at, const std::vector<std::string_view>& labels);

// Like end_of_mask(), for any label of lower-case letters and underscores. It also accepts a value that only looks like
// a mask, so use it only for detection by context.
std::size_t end_of_any_mask(std::string_view text, std::size_t at);

}  // namespace parley::privacy
