// DialogActs: what a message does in the dialog, whatever it is about: cancel, start over, ask for a person, yes, no;
// and what is said to a question in place of an answer: "what?", "why do you ask?", "skip", "I don't know".
//
// A command is the whole message but for politeness, so "cancel" is one and "cancel my order" is not. While a yes or
// no is being waited for, a message that begins with one counts, whatever it goes on to say. What is said in place of
// an answer counts only while an intent is open: "why?" out of the blue asks something else.
// A message can be an act and match intents at the same time ("talk to a human"): both are reported.
#pragma once

#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/pattern_set.h"
#include "intents/words.h"
#include "intents/yes_no.h"
#include "parley/understanding.h"

namespace parley::intents {

class DialogActs {
 public:
  // The built-in words and the bot's `commands`. Findings: E401, E403, E404.
  DialogActs(const config::Commands& commands, config::Diagnostics& findings);

  // `words` are those of `text`, a folded message. Of several acts the first of cancel_all, cancel, reset, human,
  // repeat, why, skip, dont_know, affirm, deny; the bot's own words come first.
  Act read(const Words& words, std::string_view text, const Situation& situation) const;

  // "Cancel" and no more, or with a no; "cancel it" may agree to do just that.
  bool is_bare_cancel(const Words& words) const { return bare_cancel_.occurs_in(words.text()); }

  // Whether a cancel says to stop, as "I changed my mind" does not.
  bool says_to_stop(const Words& words) const { return stop_.occurs_in(words.text()); }

  // "No wait, ...": a no only where nothing else comes with it.
  bool hesitates(const Words& words) const { return hesitation_.occurs_in(words.text()); }

 private:
  void add(Act act, const std::vector<config::Text>& regexes, config::Diagnostics& findings);
  Act own(std::string_view text, bool is_open) const;

  Pattern commands_;
  Pattern asides_;
  PatternSet own_;
  std::vector<Act> own_acts_;  // per pattern of own_
  YesNo first_words_;
  Pattern nothing_to_change_;
  Pattern second_thoughts_;
  Pattern bare_cancel_;
  Pattern stop_;
  Pattern hesitation_;
};

// In place of an answer: repeat, why, skip or dont_know.
bool is_aside(Act act);

}  // namespace parley::intents
