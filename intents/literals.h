// Literals finds in one pass which of many short texts occur in a message (Aho and Corasick, 1975).
//
// The automaton is a table of states, so each byte of the message costs one lookup regardless of the number of texts.
// Bytes that occur in no text share a column. So do the two cases of an ASCII letter if the case does not count.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parley::intents {

class Literals {
 public:
  enum class Case { kCounts, kAsciiIgnored };

  // With kAsciiIgnored, the texts must be in lower case.
  explicit Literals(const std::vector<std::string>& texts, Case letters = Case::kCounts);

  // Calls visit(index) for every text that occurs, once per occurrence. Compares bytes.
  template <class Visit>
  void for_each(std::string_view message, const Visit& visit) const {
    State state = 0;
    for (const char c : message) {
      state = next_[static_cast<std::size_t>(state) * columns_ + column_of_[static_cast<std::uint8_t>(c)]];
      State ending = first_match_[static_cast<std::size_t>(state)];
      for (; ending != 0; ending = suffix_match_[static_cast<std::size_t>(ending)]) {
        for (const int text : ends_[static_cast<std::size_t>(ending)]) visit(text);
      }
    }
  }

  // Appends the index of every text that occurs, once per occurrence.
  void find(std::string_view message, std::vector<int>& out) const {
    for_each(message, [&](int text) { out.push_back(text); });
  }

 private:
  using State = std::int32_t;
  State& next(State state, std::uint8_t column) { return next_[static_cast<std::size_t>(state) * columns_ + column]; }
  State insert(std::string_view text);
  void link_suffixes();

  std::array<std::uint8_t, 256> column_of_{};
  std::size_t columns_ = 1;
  std::vector<State> next_;             // by state and column
  std::vector<std::vector<int>> ends_;  // by state: the texts that end there
  std::vector<State> suffix_match_;     // by state: its longest proper suffix at which a text ends, or 0
  std::vector<State> first_match_;      // by state: the state itself if a text ends there, otherwise its suffix_match_
};

}  // namespace parley::intents
