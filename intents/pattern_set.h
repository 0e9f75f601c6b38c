// PatternSet finds which of many patterns occur in a text without trying each one.
//
// A Prefilter (prefilter.h) rules out most patterns in one pass over the message. The patterns that need no literal
// (`\d{5}`) are matched together by one automaton.
//
// An automaton for all patterns would be as fast on ordinary messages. But RE2 builds it during matching, and on
// messages made of the bot's own words the construction never finishes: benchmarks/rules_bench has the figures.
//
// Guarantee: hits() returns exactly what trying the patterns one by one would return. If the automaton runs out of
// memory, hits() tries its patterns one by one. That is slow but correct.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "intents/pattern.h"
#include "intents/prefilter.h"

namespace parley::intents {

// kSetMemory is the maximum memory for the automaton of one set, in bytes. The automaton grows up to it as needed.
inline constexpr std::int64_t kSetMemory = 64 << 20;

class PatternSet {
 public:
  enum class Match { kAnywhere, kWhole };  // anywhere in the text, or the whole text

  // If `shared` is given, the set adds its patterns to it. It must outlive the set, and nothing else may add() to it
  // until compile().
  explicit PatternSet(Match match, Prefilter* shared = nullptr);
  ~PatternSet();
  PatternSet(PatternSet&&) noexcept;
  PatternSet& operator=(PatternSet&&) noexcept;

  // Adds a pattern and returns its index in hits(): 0, 1, 2, ...
  int add(Pattern pattern);

  // Call once, after the last add(). Returns false when the patterns without a literal do not fit into `max_memory`;
  // hits() then still works and tries these patterns one at a time.
  bool compile(std::int64_t max_memory = kSetMemory);

  // Replaces `out` with the indexes of the patterns that match, in ascending order.
  void hits(std::string_view text, std::vector<int>& out) const;

  // Replaces `out` with the indexes of a few patterns, in ascending order. No other pattern matches. `passed` must be
  // what the prefilter says about the text.
  void candidates(std::string_view text, const Prefilter::Passed& passed, std::vector<int>& out) const;

  // Returns false if no pattern matches any part of the text.
  bool may_match_part(const Prefilter::Passed& passed) const;

  int size() const { return static_cast<int>(patterns_.size()); }
  const Pattern& operator[](int index) const { return patterns_[static_cast<std::size_t>(index)]; }

 private:
  class Automaton;
  using Place = std::vector<int>::const_iterator;

  bool matches(int index, std::string_view text) const;
  // Returns the patterns of this set that passed.
  std::pair<Place, Place> own(const Prefilter::Passed& passed) const;

  Match match_;
  std::vector<Pattern> patterns_;
  std::unique_ptr<Prefilter> own_;  // null if the prefilter is shared
  Prefilter* filter_;
  int first_ = 0;                               // the number of the first pattern in the prefilter
  std::vector<int> unfiltered_;                 // the patterns that need no literal
  std::unique_ptr<const Automaton> automaton_;  // for unfiltered_; null if it did not fit
};

}  // namespace parley::intents
