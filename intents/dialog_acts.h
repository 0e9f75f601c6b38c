// DialogActs detects what a message does in the dialog regardless of its subject: cancel, start over, ask for a person,
// yes, no. It also detects replies that do not answer a question: "what?", "why do you ask?", "skip", "I don't know".
//
// - A command must be the whole message apart from polite words: "cancel" is a command, "cancel my order" is not.
// - While the bot waits for a yes or no, a message that begins with one of them counts as that answer.
//   The rest of the message does not matter.
// - A message whose clauses are all acts is the act that counts most: "never mind, goodbye" (act_clauses.h).
// - A reply that does not answer counts only while an intent is open. "Why?" without context asks something else.
// - A message can be an act and match intents at the same time ("talk to a human"). Both are reported.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/act_clauses.h"
#include "intents/pattern_set.h"
#include "intents/words.h"
#include "intents/yes_no.h"
#include "parley/understanding.h"

namespace parley::intents {

class DialogActs {
 public:
  // Compiles the built-in words, the bot's `commands`, and its `replies.yes` and `replies.no`, which are quick replies.
  // Reports E401, E403 and E404.
  DialogActs(const config::Commands& commands, const config::Replies& replies, config::Diagnostics& findings);

  // `words` must be the words of `text`, a folded message. When several acts match, the first of cancel_all, cancel,
  // reset, human, repeat, why, skip, dont_know, affirm and deny wins. The bot's own commands take precedence over all
  // of them.
  Act read(const Words& words, std::string_view text, const NluContext& nlu_context) const;

  // Returns the words that say the act which read() found, as a span of the folded text: the first clause that is the
  // act by itself, the first words of a longer yes or no, or the whole message.
  Words::Place words_of(Act act, const Words& words, std::string_view text, bool is_open) const;

  // Returns true if the last clause of a message says goodbye, and another clause precedes it: "forget it, goodbye".
  bool ends_with_goodbye(const Words& words, std::string_view text) const;

  // Returns true for "cancel" alone or after a no. "Cancel it" does not count, because it may agree to a cancellation.
  bool is_bare_cancel(const Words& words) const { return bare_cancel_.occurs_in(words.text()); }

  // Returns true if a cancel command explicitly asks the bot to stop. "I changed my mind" does not.
  bool says_to_stop(const Words& words) const { return stop_.occurs_in(words.text()); }

  // Returns true for a clear yes before something else: "yes, and when does it come?". "Yes, how much is it?" does not
  // count.
  bool agrees_and_goes_on(const Words& words) const { return agrees_and_goes_on_.occurs_in(words.text()); }

  // Whether all clauses of the message say yes to a confirmation: "no problem", "no complaints, go ahead". It then
  // gives no name or free text.
  static bool only_agrees(const Words& words, std::string_view text);

  // Whether the whole message says no in the words of a whole answer: "I would really rather not".
  static bool denies_emphatically(const Words& words);

  // Whether the whole message is one of the bot's own words for its act.
  bool is_own(const Words& words, std::string_view text) const { return own(words, text, true) != Act::kInform; }

  // Returns true for "keep it", and for "I've changed my mind, I'm keeping it". While the bot asks "shall I cancel
  // it?", this is a no.
  bool keeps(const Words& words, std::string_view text) const;

  // Returns true for "yes, keep it".
  bool agrees_to_keep(const Words& words) const;

  // Returns true if a clause begins with words such as "I don't have it", "I deleted the mail" or "how do I find it".
  bool says_unknown(const Words& words, std::string_view text) const;

  // Returns true for "hang on, let me look". Such a message answers nothing.
  bool pauses(const Words& words) const { return pauses_.occurs_in(words.text()); }

  // Returns true for "hello??" and "is anyone there", which break a silence. A plain "hello" greets.
  bool asks_if_there(const Words& words, std::string_view text) const;

  // Returns true for "No wait, ...", which means no only when the message contains nothing else.
  bool hesitates(const Words& words) const { return hesitation_.occurs_in(words.text()); }

 private:
  void add(Act act, const std::vector<config::Text>& regexes, config::Diagnostics& findings);
  // Adds a quick reply, unless the built-in words have the same meaning: then its messages cost nothing.
  void add_quick_reply(Act act, const config::TextVariants& reply, config::Diagnostics& findings);
  Act own(const Words& words, std::string_view text, bool is_open) const;
  Act own(std::string_view text, bool is_open) const;
  bool changes_nothing(const Words& words, std::string_view text) const;
  // Returns the act of a message that consists of several acts.
  std::optional<Act> compound(const Words& words, std::string_view text, const NluContext& nlu_context) const;
  // Returns the answer to a confirmation that says more than yes or no.
  Act longer_answer(const Words& words, std::string_view text) const;
  // `confirming`: whole answers to a confirmation count as well.
  Act act_of(const ActClause& clause, const Words& words, std::string_view text, bool is_open, bool confirming) const;

  PatternSet own_;
  std::vector<Act> own_acts_;  // per pattern of own_
  YesNo first_words_;
  Pattern nothing_to_change_;
  Pattern presence_;
  Pattern bare_cancel_;
  Pattern stop_;
  Pattern hesitation_;
  Pattern agrees_and_goes_on_;
  Pattern keeps_;
  Pattern pauses_;
  Pattern unknown_;
};

// Returns true for replies given instead of an answer: repeat, why, skip and dont_know.
bool is_aside(Act act);
bool is_courtesy(Act act);  // kThank, kGreet, kGoodbye and kReact
// Returns true for yes, no, and courtesies.
bool is_small_talk(Act act);

}  // namespace parley::intents
