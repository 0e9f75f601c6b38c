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

#include "base/recycled.h"

namespace parley::intents {

class Literals {
 public:
  enum class Case { kCounts, kAsciiIgnored };

  // With kAsciiIgnored, the texts must be in lower case.
  explicit Literals(const std::vector<std::string>& texts, Case letters = Case::kCounts);

  // Calls visit(index) for every text that occurs, once per occurrence. Compares bytes.
  template <class Visit>
  void for_each(std::string_view message, const Visit& visit) const {
    const char* const end = message.data() + message.size();
    Row row = 0;
    for (const char* at = advance(message.data(), end, row); at; at = advance(at, end, row)) {
      for (State ending = first_match_[index(row) / columns_]; ending != 0; ending = suffix_match_[index(ending)]) {
        for (const int text : ends_[index(ending)]) visit(text);
      }
    }
  }

  // Found holds the texts that occur in a message, each once.
  class Found {
   public:
    Found(const Literals& literals, std::string_view message);
    ~Found();
    Found(const Found&) = delete;
    Found& operator=(const Found&) = delete;

    bool has(int text) const { return is_found_[index(text)] != 0; }
    const std::vector<int>& all() const { return *all_; }

   private:
    char* is_found_;  // per text
    base::Recycled<std::vector<int>> all_;
  };

  // Appends the index of every text that occurs, once per occurrence.
  void find(std::string_view message, std::vector<int>& out) const {
    for_each(message, [&](int text) { out.push_back(text); });
  }

 private:
  using State = std::int32_t;
  // The place of a state in next_: the state times the columns. ~row if texts end at the state.
  using Row = std::int32_t;
  static std::size_t index(State state) { return static_cast<std::size_t>(state); }
  State& next(State state, std::uint8_t column) { return next_[index(state) * columns_ + column]; }
  State insert(std::string_view text);
  void link_suffixes();
  void store_rows();
  // Reads on from `row` until texts end. Returns the place after them, or null at the end of the message.
  const char* advance(const char* at, const char* end, Row& row) const;

  std::size_t size_;  // how many texts
  std::array<std::uint8_t, 256> column_of_{};
  std::size_t columns_ = 1;
  std::vector<Row> next_;               // by state and column; a State until store_rows()
  std::vector<std::vector<int>> ends_;  // by state: the texts that end there
  std::vector<State> suffix_match_;     // by state: its longest proper suffix at which a text ends, or 0
  std::vector<State> first_match_;      // by state: the state itself if a text ends there, otherwise its suffix_match_
};

}  // namespace parley::intents
