// Corrections detects messages that take back an earlier value: "no, I meant O-54321", "actually make it two", "change
// it to 5", "not tomorrow, Friday", "Friday, no wait, Saturday".
//
// Words such as "sorry" and "wait" begin messages for many reasons. They show a correction only together with a value.
// Only the caller knows whether the message has a value.
#pragma once

#include <cstddef>
#include <string_view>

#include "intents/pattern.h"
#include "intents/prefilter.h"
#include "intents/words.h"

namespace parley::intents {

enum class Correcting {
  kNo,
  kMaybe,     // "sorry, Friday": a correction if the value does not answer the question
  kNewValue,  // "make it 7": also used to give the requested value
  kIfValue,   // "no, Friday", "actually, Friday"
  kCertainly  // "I meant", "change it to"
};

class Corrections {
 public:
  Corrections();

  // `strictly`: the bot asks for a free text, so words of correction may be part of that text. The message is then a
  // correction only if it begins with such words ("no, I meant ...").
  Correcting read(const Words& words, bool strictly) const;

  // Returns where the new value begins in the folded message if the message begins as a certain correction. Returns the
  // length of the message otherwise.
  std::size_t value_begin(const Words& words, std::string_view text) const;

  // Returns where the folded message turns from the old state to the new one: "I booked for Friday and want to | change
  // that to Saturday". Returns 0 if no place inside the message qualifies.
  std::size_t turning_point(const Words& words) const;

  // Returns true if a no is only about a value, and the wish stays: "no, I still want it", "no, the other one".
  bool keeps_wish(const Words& words) const { return keeps_wish_.occurs_in(words.text()); }

  // Returns true if the value at `begin` is the old value of a change: "move it from Friday to Saturday".
  bool is_old_value(std::string_view text, std::size_t begin) const;

  // Returns true if the text between two values takes back the first one.
  bool is_taken_back(std::string_view between) const;

  // Returns false if the message cannot contain a negation or an old value. Most messages contain neither, so this
  // check saves work.
  bool may_negate(std::string_view text) const { return negating_.occurs_in(text); }

  // What read() and may_negate() need to find anything, as numbers of a bot's prefilter.
  struct Needs {
    int correction = 0;
    int negation = 0;
  };
  Needs add_to(Prefilter& prefilter) const;

 private:
  Pattern hint_;  // matches one of the words that every correction contains
  Pattern certain_;
  Pattern new_value_;
  Pattern inside_;
  Pattern weak_;
  Pattern makes_it_;
  Pattern maybe_;
  Pattern negating_;
  Pattern old_value_;
  Pattern taken_back_;
  Pattern keeps_wish_;
};

// Returns the shared instance. Its patterns are compiled once.
const Corrections& corrections();

}  // namespace parley::intents
