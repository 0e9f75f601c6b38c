// Matcher: whether a message is what a sentence template says, and which values stand in its slots.
//
// A template is read from left to right and backtracks: of alternatives the first that leads to the end, of values the
// longest, of words that may be any the fewest. What failed once at a place is not tried there again, so that a message
// costs at most the product of its words and the template's instructions. That holds for all pieces of a message, too:
// what one of them has tried leads a later one nowhere, or to the end of the one that is longer.
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

// A value in a slot: the words [begin, end) of the message.
struct SlotMatch {
  int param = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  const Value* value = nullptr;  // null: the text itself
  const Value* facts = nullptr;
  Words::Place said = {};  // Spot::said
};

// The words [begin, end) of a message, and what stands in them.
struct Piece {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::vector<SlotMatch> slots;
};

// One message as templates read it.
class Sentence {
 public:
  // All must outlive this.
  Sentence(const Words& words, Spots& spots, const Phrases& skipped);

  std::string_view text() const { return words_.text(); }
  std::size_t size() const { return words_.text().size(); }
  Spots& spots() const { return spots_; }
  bool begins_word(std::size_t at) const;
  bool ends_word(std::size_t at) const;
  // Where the word that begins at or after `at` ends.
  std::size_t word_end(std::size_t at) const;
  // Behind a phrase that is passed over, at the word that begins at `at`; `at` itself when there is none.
  std::size_t behind_skipped(std::size_t at) const;

 private:
  const Words& words_;
  Spots& spots_;
  std::vector<std::pair<std::size_t, std::size_t>> skips_;  // from where to where
};

class Matcher {
 public:
  // All must outlive this. `texts` are those of the programs.
  Matcher(const Sentence& sentence, const SlotLists& lists, const std::vector<std::string>& texts);

  // The values in the order of the message; none when it does not match. Of a value's facts those that
  // `sentences` requires must hold, and none that it excludes.
  std::optional<std::vector<SlotMatch>> match(const Program& program, const config::Sentences& sentences);

  // Of the pieces of the message that a program describes, the longest from each word on where one begins; but for
  // those within a longer one. No more than kMaxFound. Requires: there are no slots of any words in it.
  std::vector<Piece> pieces(const Program& program);

  // How far into the words the last match came before it failed, and the instructions that failed there.
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
  bool fail(std::size_t at_instruction, std::size_t at);  // false

  const Sentence& sentence_;
  const SlotLists& lists_;
  const std::vector<std::string>& texts_;
  const Program* program_ = nullptr;
  const config::Sentences* sentences_ = nullptr;
  std::vector<SlotMatch> slots_;
  std::optional<Piece> longest_;      // what pieces() has found of the one it is looking for
  std::vector<std::uint64_t> tried_;  // by instruction and place, one bit each
  std::size_t reached_ = 0;
  std::vector<std::size_t> failed_;
};

// Whether a fact may be what it is.
bool is_among(const Value& value, const config::ContextFact& fact);

}  // namespace parley::intents
