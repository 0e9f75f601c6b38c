// PatternSet: which of many patterns occur in a text, in one pass over it.
//
// Promise: hits() answers exactly what trying the patterns one by one would answer. The pass can give up for want
// of memory; then they are tried one by one. That is slow and right, never "nothing matched".
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "intents/pattern.h"

namespace parley::intents {

// For the automaton of one set. A ceiling that it grows into: 3,000 rules do not compile under RE2's own 8 MB, and
// messages made of a bot's own words fill a small cache over and over.
inline constexpr std::int64_t kSetMemory = 64 << 20;

class PatternSet {
 public:
  enum class Match { kAnywhere, kWhole };  // in the text, or all of it

  explicit PatternSet(Match match);
  ~PatternSet();
  PatternSet(PatternSet&&) noexcept;
  PatternSet& operator=(PatternSet&&) noexcept;

  // The index of `pattern` in hits(): 0, 1, 2, ...
  int add(Pattern pattern);

  // Call once, after the last add(). False when the set does not fit into `max_memory`: hits() works all the same,
  // one pattern at a time.
  bool compile(std::int64_t max_memory = kSetMemory);

  // The patterns that match, ascending. `out` is replaced.
  void hits(std::string_view text, std::vector<int>& out) const;

  int size() const { return static_cast<int>(patterns_.size()); }
  const Pattern& operator[](int index) const { return patterns_[static_cast<std::size_t>(index)]; }

 private:
  struct OnePass;
  Match match_;
  std::vector<Pattern> patterns_;
  std::unique_ptr<const OnePass> one_pass_;  // null: did not fit
};

}  // namespace parley::intents
