// Reads a yes in an answer to a confirmation that says more than yes: "20 euros?? ok fine, yes". A yes counts only if
// nothing else in the message doubts, limits or withdraws it.
#pragma once

#include <string_view>

#include "intents/words.h"

namespace parley::intents {

// Returns true if the words doubt, limit, withdraw or change what they agree to: "yes, no wait", "yes, but only on
// Friday", "yes if it is free". "Yes, no problem" does not.
bool doubts(const Words& words);

// Returns true if the message ends with a clear yes, and only a question precedes it: "20 euros?? ok fine yes". "21 Elm
// Street, yes" may change a value. `words` must be the words of `text`, a folded message. Does not check doubts().
bool ends_with_yes(const Words& words, std::string_view text);

// Returns true if the answer to a question may decide whether the user agrees: "how much is it", "can I undo it".
bool may_decide(const Words& question);

// Returns true if the text ends with the end of a sentence, apart from words such as "and" and "btw".
bool ends_sentence(std::string_view text);

// Returns true if the words after a yes express a wish or ask something: "and some ketchup", "can you leave it there".
bool adds_wish(const Words& words);

// Returns true if a message may ask for the same once more with other values: "yes, send Evan 20 too", "yes, and then
// the facial". "Make it 20 too" does not.
bool asks_for_another(const Words& words);

// Returns true if a word may ask for something once more: "two more towels", "the same again".
bool asks_once_more(const Words& words);

// Returns true for words that agree, thank or hurry: "great", "asap". They say nothing beside a yes.
bool only_agrees(std::string_view word);

// Returns true for an objection without a no: "that's way too expensive".
bool objects(const Words& words);

}  // namespace parley::intents
