// Recognises a follow-up to what was just done by its words: "and for O-54321?", "O-12346 too", "no wait, flat 4", "the
// other one", "the same for my wife's phone", "once more". The words are English; in other languages, only a message
// that consists of a value is a follow-up.
//
// Immutable; safe to share between threads.
#pragma once

#include <string_view>

#include "parley/understanding.h"

namespace parley::intents {

struct FollowUpWords {
  bool continues = false;         // "and ...", "... too", "what about ..."
  bool repeats = false;           // "again", "once more": with the same values
  bool is_about_another = false;  // "the other one", "the same for ..."
  bool asks = false;              // "did you cancel the right one?", "is it off now?", "I got no mail"
};

// `words` are the plain words of a message (words.h).
FollowUpWords follow_up_words(std::string_view words);

// Whether the words add something to what is open: "and 23456 too", "same for 34567". "And 23456 instead" does not.
bool adds_another(std::string_view words);

// Returns the act of a message after an intent was done. "Undo it" is about what was done, like "cancel that". A bare
// "never mind" is not, and is small talk.
Act act_about_done(Act act, std::string_view words);

// Whether the words between values say nothing: "for", "please", "number".
bool is_filler(std::string_view words);

}  // namespace parley::intents
