// PatternSet: which of many patterns occur in a text, without trying them all.
//
// The idea: nearly every pattern needs some literal text ("refund", or "cancel" and "order"). One pass over the message
// finds the literals that are in it, and only the patterns that can match with those are run. Patterns that need no
// literal (`\d{5}`) are matched together, by one automaton. An automaton for all of them would be as fast on ordinary
// messages, but is built as it goes, and on messages made of the bot's own words it never comes to an end: benchmarks/
// rules_bench has the figures.
//
// Promise: hits() answers exactly what trying the patterns one by one would answer. The automaton can give up for want
// of memory; then its patterns are tried one by one. That is slow and right, never "nothing matched".
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "intents/pattern.h"

namespace parley::intents {

// For the automaton of one set. A ceiling that it grows into.
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

  // Call once, after the last add(). False when the patterns without a literal do not fit into `max_memory`: hits()
  // works all the same, and tries those one at a time.
  bool compile(std::int64_t max_memory = kSetMemory);

  // The patterns that match, ascending. `out` is replaced.
  void hits(std::string_view text, std::vector<int>& out) const;

  int size() const { return static_cast<int>(patterns_.size()); }
  const Pattern& operator[](int index) const { return patterns_[static_cast<std::size_t>(index)]; }

 private:
  class Filter;
  class Automaton;

  bool matches(int index, std::string_view text) const;

  Match match_;
  std::vector<Pattern> patterns_;
  std::unique_ptr<const Filter> filter_;
  std::vector<int> unfiltered_;                 // patterns that need no literal
  std::unique_ptr<const Automaton> automaton_;  // of those; null: did not fit
};

}  // namespace parley::intents
