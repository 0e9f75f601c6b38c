// Polarity finds the words of a message that negate, and how far each of them reaches: "not tomorrow", "anything but
// pizza", "I don't want a refund". It reads the words once, from left to right.
//
// A negation reaches over articles, prepositions and adverbs to the next other word, and on to the words that "or" and
// "nor" join to it. It ends at a punctuation mark. A refusal reaches all words of a thing. So in "not the gas bill: it
// smells of gas" it reaches "the gas bill", and not the second "gas".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/recycled.h"
#include "intents/words.h"

namespace parley::intents {

class Polarity {
 public:
  // `words` are the words of the folded message `text`.
  Polarity(const Words& words, std::string_view text);

  // All arguments are offsets in the folded message, where a value or the words of a request begin.

  // Whether words negate or exclude the value: "not tomorrow", "anything but pizza".
  bool negates(std::size_t begin) const { return has(begin, kNegated); }
  // Whether the negation only says that something is absent: "I have no internet". The user may complain about that.
  bool misses(std::size_t begin) const { return has(begin, kMissing); }
  // Whether the user says not to have it: "I don't have internet". In a first message, that may be a complaint as well.
  bool lacks(std::size_t begin) const { return has(begin, kLacking); }
  // Whether a bare "no" precedes the value: "no pizza". Without the comma, "no Berlin" may also be a correction.
  bool follows_no(std::size_t begin) const { return has(begin, kAfterNo); }
  // Whether words refuse the request: "don't refund", "I do not want a refund", "not a refund", "don't send me the
  // bill".
  bool refuses(std::size_t begin) const { return has(begin, kRefused); }
  // Whether words say that a thing is not there, or not so: "there is no smell", "not stolen". "I have no internet" may
  // be a complaint.
  bool denies(std::size_t begin) const { return has(begin, kNegated | kAfterNo) && !has(begin, kOwned | kLacking); }

  // Whether a negation concerns the word, or the word negates.
  bool concerns(std::size_t begin) const { return has(begin, kConcerned); }
  // Whether the word is one of the words that negate: "don't want".
  bool is_cue(std::size_t begin) const { return has(begin, kCue); }

  // Returns the words that no negation concerns, with a space between two of them. Returns nullopt if that is all
  // words.
  std::optional<std::string> words_left(const Words& words) const;

 private:
  enum Mark : unsigned {
    kNegated = 1,
    kMissing = 2,
    kRefused = 4,
    kLacking = 8,
    kAfterNo = 16,
    kCue = 32,
    kOwned = 64,  // the user lacks it
    kConcerned = kNegated | kRefused | kAfterNo | kCue
  };
  struct Cue;     // words that negate
  class Refusal;  // how far a refusal reaches

  static Cue cue_at(const Words& words, std::size_t word);
  // Returns false if no word can negate. Most messages have no such word.
  static bool may_negate(std::string_view plain_words);
  bool has(std::size_t begin, unsigned marks) const;

  struct Marked {
    std::size_t end = 0;  // of the word, in the folded message
    unsigned marks = 0;
  };
  base::Recycled<std::vector<Marked>> words_;  // empty if no word can negate
};

}  // namespace parley::intents
