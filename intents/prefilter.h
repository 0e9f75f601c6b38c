// Prefilter rules out most of a bot's patterns in one pass over the message.
//
// Most patterns need some literal text ("refund", or "cancel" and "order"). The pass finds the literals that the
// message contains. A pattern can match the message, or a part of it, only if its literals were found. Patterns that
// need no literal (`\d{5}`) always pass. Each pattern is looked up only if the message has a literal of the requirement
// that the fewest patterns share.
//
// Immutable after compile(); then safe to share between threads.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/recycled.h"
#include "intents/literals.h"
#include "intents/required_literals.h"

namespace parley::intents {

class Prefilter {
 public:
  // Adds a regex that matches folded messages. Returns its number, which is one more than the last number.
  int add(std::string_view regex);

  enum class Text { kFolded, kPlain };  // the message as folded_text.h or as words.h defines it

  // Adds a pattern whose matches contain one text of each requirement. The texts must be in lower case. Returns the
  // number of an earlier pattern if share() added it with the same arguments.
  int share(const std::vector<AnyOf>& required, Text text);

  // Call once, after the last pattern.
  void compile();

  // Returns false for a pattern that always passes.
  bool is_filtered(int pattern) const { return !required_[static_cast<std::size_t>(pattern)].empty(); }

  // Passed holds the patterns that may match a message or a part of it.
  class Passed {
   public:
    bool may_match(int pattern) const;
    const Prefilter& filter() const { return *filter_; }
    // The filtered patterns that pass, in ascending order.
    const std::vector<int>& filtered() const { return *filtered_; }

   private:
    friend class Prefilter;
    const Prefilter* filter_ = nullptr;
    base::Recycled<std::vector<int>> filtered_;
    // Words lose their apostrophes. Patterns of plain words therefore all pass if the message has one.
    bool has_apostrophe_ = false;
  };
  Passed pass(std::string_view folded_message) const;

 private:
  using Requirement = std::vector<int>;  // literals, of which a match contains one

  int add(const std::vector<AnyOf>& required, Text text);
  void find(std::string_view text, std::vector<int>& out) const;

  // Per pattern. After compile(), the requirement with the fewest uses is first.
  std::vector<std::vector<Requirement>> required_;
  std::vector<char> is_plain_;              // per pattern
  std::vector<std::vector<int>> patterns_;  // per literal: the patterns whose first requirement has it
  std::unique_ptr<const Literals> automaton_;

  // Empty after compile().
  std::map<std::string, int, std::less<>> literals_;
  std::map<std::pair<Text, std::vector<AnyOf>>, int> shared_;
};

}  // namespace parley::intents
