// Regexes for the English words for yes, no and the built-in commands. They match the plain words of a message
// (words.h: lower case, no punctuation). Only before_command() and after_command() match the folded message itself. A
// bot adds its own words under `commands`.
#pragma once

#include <string>
#include <vector>

#include "parley/understanding.h"

namespace parley::intents::english {

// ActRegex matches the words of an act. If several of a list match, the first counts. Act::kInform: the words only look
// like one of the next acts ("why, thank you").
struct ActRegex {
  Act act;
  std::string regex;
};

// Whole answers to a confirmation, beside the yes and no of commands(): "definitely not", "no, that's right".
std::vector<ActRegex> answers();
std::vector<ActRegex> commands();    // with yes and no
std::vector<ActRegex> asides();      // replies given instead of an answer
std::vector<ActRegex> courtesies();  // thanks, hello, goodbye, and reactions such as an emoji

// Matches emoji and dingbats. Separate from the courtesies, because it makes an automaton large.
std::string emoji();

// Matches the words of any of the acts.
std::string any_of(const std::vector<ActRegex>& all);

// Matches a message that has only these words, apart from polite words before them ("could you ...", "oh, ...").
std::string whole_message(const std::string& words);

// Matches a message that says yes or no and nothing else. Groups: `yes` and `no`.
std::string whole_yes_no();

// Matches a message that begins with a plain yes or no, whatever follows. Words that often begin something else ("ok,
// wait", "I have a question") count as yes only when they are the whole message.
std::string first_yes_no();

// Matches a message that begins with a clear yes and goes on: "yes, and when does it come?", "yes please, how long
// ...".
std::string agrees_and_goes_on();

// Matches a message that begins with "keep it", "leave it as it is": a no to "shall I cancel it?".
std::string keeps();

// Matches a message that only asks for time: "hang on", "one moment, let me look".
std::string pauses();

// Matches a clause that begins with words that the user does not know or have a value: "I deleted the mail", "I don't
// have it, can I ...", "how do I find that".
std::string begins_unknown();

// Matches a "no" in answer to "what should I change?".
std::string nothing_to_change();

// Matches a message that asks whether anyone is there: "hello", "is anyone even reading this".
std::string presence();

// Matches "cancel", "please stop" and "no, cancel it". As an answer to "shall I cancel it?", none of them is a yes.
// Does not match "cancel it", which may be a yes.
std::string bare_cancel();

// Matches cancels that explicitly say to stop. "I changed my mind" and similar words may also answer a question.
std::string stop();

// Matches an opening that is not yet an answer: "no wait, what is my balance?"
std::string hesitation();

// Match what may surround a bot's own command in a folded message.
std::string before_command();
std::string after_command();

}  // namespace parley::intents::english
