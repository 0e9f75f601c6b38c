// Matcher checks whether a message matches a sentence template and finds the values in its slots.
//
// It reads a template from left to right and backtracks. It prefers the first alternative that leads to the end, the
// longest value, and the fewest words for a wildcard. It does not retry an instruction that failed at the same
// position. The cost of a message is therefore at most the product of its words and the template's instructions. This
// bound also covers all pieces of a message: a later piece does not retry the states that an earlier piece tried. Such
// a state leads nowhere, or to the end of the longer, earlier piece.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "config/definition.h"
#include "intents/templates/program.h"
#include "intents/templates/slot_lists.h"
#include "intents/words.h"
#include "parley/value.h"

namespace parley::intents {

// SlotMatch is a value in a slot: the words [begin, end) of the message.
struct SlotMatch {
  int param = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  const Value* value = nullptr;  // null: the value is the text itself
  const Value* facts = nullptr;
  Words::Place wider_span = {};  // Spot::wider_span
};

// Piece is the words [begin, end) of a message with the values in them.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<SlotMatch> slots;
};

// Sentence is one message in the form that templates match.
class Sentence {
 public:
  // All arguments must outlive the sentence.
  Sentence(const Words& words, Spots& spots, const Phrases& skipped);

  std::string_view text() const { return words_.text(); }
  std::size_t size() const { return words_.text().size(); }
  Spots& spots() const { return spots_; }
  bool begins_word(std::size_t at) const;
  bool ends_word(std::size_t at) const;
  // Returns the end of the word that begins at or after `at`.
  std::size_t word_end(std::size_t at) const;
  // Returns the position after a skipped phrase that begins at `at`, or `at` if no such phrase begins there.
  std::size_t after_skipped(std::size_t at) const;

 private:
  const Words& words_;
  Spots& spots_;
  std::vector<std::pair<std::size_t, std::size_t>> skips_;  // (begin, end)
};

class Matcher {
 public:
  // All arguments must outlive the matcher. `texts` must be the texts of the programs.
  Matcher(const Sentence& sentence, const SlotLists& lists, const std::vector<std::string>& texts);

  // Returns the values in the order of the message, or nullopt if the message does not match. A value's facts must
  // include those that `sentences` requires and none that it excludes.
  std::optional<std::vector<SlotMatch>> match(const Program& program, const config::Sentences& sentences);

  // Returns the pieces of the message that a program matches: the longest piece from each word on, except pieces inside
  // a longer piece. Returns at most kMaxFound. Requires that the program has no wildcard slots.
  std::vector<Piece> pieces(const Program& program);

  // reached() returns how many bytes of the words the last match consumed before it failed. The next function returns
  // the instructions that failed there.
  std::size_t reached() const { return reached_; }
  const std::vector<std::size_t>& failed() const { return failed_; }

 private:
  void begin(const Program& program, const config::Sentences& sentences);
  bool run(std::size_t at_instruction, std::size_t at);
  bool end(std::size_t at_instruction, std::size_t at);
  bool run_slot(std::size_t at_instruction, std::size_t at);
  bool run_any_words(std::size_t at_instruction, std::size_t at);
  bool take(std::size_t at_instruction, const SlotMatch& slot);
  bool admits(const Value* facts) const;
  bool fail(std::size_t at_instruction, std::size_t at);  // always returns false

  const Sentence& sentence_;
  const SlotLists& lists_;
  const std::vector<std::string>& texts_;
  const Program* program_ = nullptr;
  const config::Sentences* sentences_ = nullptr;
  std::vector<SlotMatch> slots_;
  std::optional<Piece> longest_;      // the best result of pieces() for the current start
  std::vector<std::uint64_t> tried_;  // one bit per instruction and position
  std::size_t reached_ = 0;
  std::vector<std::size_t> failed_;
};

// Returns true if the fact may have this value.
bool is_among(const Value& value, const config::ContextFact& fact);

}  // namespace parley::intents
