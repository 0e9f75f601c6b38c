// WordList is a constant list of words or phrases of a lexicon (docs/lexicon.md).
//
// Tested by tests/base/word_list_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parley::base {

class WordList {
 public:
  // `sorted` must be in ascending order, and outlive the list. No word is empty.
  constexpr explicit WordList(std::span<const std::string_view> sorted) : sorted_(sorted) {
    for (const std::string_view word : sorted) begins_[slot(word) / kBits] |= std::uint64_t{1} << (slot(word) % kBits);
  }

  bool has(std::string_view word) const {
    return may_begin_with(word) && std::binary_search(sorted_.begin(), sorted_.end(), word);
  }

  // Returns false if no phrase of the list has this first word.
  bool may_begin_with(std::string_view word) const {
    return (begins_[slot(word) / kBits] >> (slot(word) % kBits) & 1) != 0;
  }

  // In ascending order.
  constexpr auto begin() const { return sorted_.begin(); }
  constexpr auto end() const { return sorted_.end(); }
  constexpr std::size_t size() const { return sorted_.size(); }

 private:
  static constexpr std::size_t kLetters = 32, kSlots = kLetters * kLetters, kBits = 64;

  // Most words that are not in the list differ from all of its words in the first two letters. A space counts as no
  // letter, so a phrase has the slot of its first word.
  static constexpr std::size_t slot(std::string_view word) {
    const auto letter = [&](std::size_t i) {
      return i < word.size() ? static_cast<std::size_t>(static_cast<unsigned char>(word[i])) % kLetters : 0;
    };
    return letter(0) * kLetters + letter(1);
  }

  std::span<const std::string_view> sorted_;
  std::array<std::uint64_t, kSlots / kBits> begins_{};
};

}  // namespace parley::base
