// Corrections: how people take back what they have said. "no, I meant O-54321", "actually make it two", "change it to
// 5"; "not tomorrow, Friday"; "Friday, no wait, Saturday".
//
// Words that people begin with for many reasons ("sorry", "wait") show a correction only where there is a value to go
// with them, which is for the caller to know.
#pragma once

#include <cstddef>
#include <string_view>

#include "intents/pattern.h"
#include "intents/words.h"

namespace parley::intents {

enum class Correcting {
  kNo,
  kMaybe,     // "sorry, Friday": a correction if the value is none that was asked for
  kNewValue,  // "make it 7": said of what is asked for, too
  kIfValue,   // "no, Friday", "actually, Friday"
  kCertainly  // "I meant", "change it to"
};

class Corrections {
 public:
  Corrections();

  // `strictly`: the message may be a text of the user's own, and is a correction only when it begins as one.
  Correcting read(const Words& words, bool strictly) const;

  // Where in the folded message the new value begins, when it begins as a certain correction; else its end.
  std::size_t value_begin(const Words& words, std::string_view text) const;

  // Where in the folded message it turns from what was to what shall be: "I booked for Friday and want to | change that
  // to Saturday". 0: nowhere inside.
  std::size_t turning_point(const Words& words) const;

  // Does a "not" or the like stand before a value that begins at `begin` of the folded message?
  bool is_negated(std::string_view text, std::size_t begin) const;

  // Does the negation only say that there is none: "I have no internet"? That may be the complaint itself.
  bool is_missing(std::string_view text, std::size_t begin) const;

  // Is it what something is changed from: "move it from Friday to Saturday"?
  bool is_old_value(std::string_view text, std::size_t begin) const;

  // Does what stands between two values take the first one back?
  bool is_taken_back(std::string_view between) const;

  // Whether a message can hold either; for most the answer is no.
  bool may_negate(std::string_view text) const { return negating_.occurs_in(text); }

 private:
  Pattern hint_;  // one of the words that all of these have
  Pattern certain_;
  Pattern new_value_;
  Pattern inside_;
  Pattern weak_;
  Pattern makes_it_;
  Pattern maybe_;
  Pattern negating_;
  Pattern negation_;
  Pattern no_negation_;
  Pattern missing_;
  Pattern old_value_;
  Pattern taken_back_;
};

// Compiled once for all.
const Corrections& corrections();

}  // namespace parley::intents
