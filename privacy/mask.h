// Masks: what stands in a text in place of what is private.
//
//   kMask     {card}
//   kPartial  {card:...1111}         the last four letters or digits, of a value that has eight or more
//   kHash     {card#1a2b3c4d5e6f}    the same for the same value, however it is written; tells nothing without the key
//   kDrop     nothing, nor the second of two blanks
//   kKeep     the value, which is declared not to be private
//
// Invariants of masked()
//   1. No byte of a private place is left, but for the four of kPartial.
//   2. What stands outside the private places is left as it is.
//   3. A mask that stands in the text already, of a place's label or one of `labels`, is left as it is.
//   4. What comes out is valid UTF-8 if what went in was.
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

struct PrivatePlace {
  Span span;  // widened to whole code points
  std::string label;
  Masking left = Masking::kMask;
  std::string value = {};  // what stands there, when it is written in a form of its own (escaped, encoded)
};

// Where places overlap the longest has its mask, then the first, and the others are gone with it. A place inside one
// that is kept is private all the same, unless both are the same value. `key` is for kHash (1 to 64 bytes): without
// one its places are masked.
std::string masked(std::string_view text, std::vector<PrivatePlace> places, std::string_view key = {},
                   const std::vector<std::string_view>& labels = {});

// Past the mask that begins at `at`, of one of `labels`; npos when there is none.
std::size_t end_of_mask(std::string_view text, std::size_t at, const std::vector<std::string_view>& labels);

// The same for whatever label, of small letters and underscores. A value that only looks like a mask hides from this:
// it is for those who look for values by their surroundings.
std::size_t end_of_any_mask(std::string_view text, std::size_t at);

}  // namespace parley::privacy
