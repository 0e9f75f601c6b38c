// What people say in English for yes, no and the commands that every bot knows, as regexes. But for the last two they
// read the plain words of a message (words.h): lower case, no punctuation. A bot adds its own under `commands`.
#pragma once

#include <string>

namespace parley::intents::english {

// A message that is one of the acts and nothing else but politeness ("could you ... please", "oh, ... thanks!").
// The group that takes part names the act: cancel_all, cancel, reset, human, yes or no.
std::string acts();

// What is said to a question in place of an answer, likewise: repeat, why, skip or dont_know.
std::string asides();

// A message that says yes or no and nothing else, with the groups `yes` and `no`.
std::string whole_yes_no();

// A message that begins with a plain yes or no, whatever comes then. Words that often begin something else ("ok,
// wait", "I have a question") are no yes unless they are the whole message.
std::string first_yes_no();

// The answer to "what should I change?" that is a no.
std::string nothing_to_change();

// What takes a yes back that a message began with: "yes, no wait", "yes, but not now".
std::string second_thoughts();

// "Cancel", "please stop", "no, cancel it": no yes to "shall I cancel it?", which "cancel it" may be.
std::string bare_cancel();

// A cancel in words that say to stop; "I changed my mind" and its like may also be the answer to a question.
std::string stop();

// What a message begins with that is no answer yet: "no wait, what is my balance?"
std::string hesitation();

// What may be said around a bot's own command, in a folded message.
std::string before_command();
std::string after_command();

}  // namespace parley::intents::english
