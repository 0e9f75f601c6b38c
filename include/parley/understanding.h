// Understanding: the result of reading one message. It holds the dialog acts of the message, and what is no act.
// Catalog::understand returns it. parley/act_queries.h finds intents and values in the acts. A caller with its own NLU
// sends an NluResult (parley/turn.h) instead.
//
//   parley::NluContext context;
//   context.intent = "refund";
//   context.waiting_for_param = "order_id";
//   const parley::Understanding heard = bot->understand("it's O-12345", context);
//   for (const parley::DialogAct& act : heard.acts) {
//     const parley::ParamValue* answer = parley::answer_in(act);
//     if (answer) std::cout << answer->param << " = " << answer->value.to_text() << '\n';
//   }
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "parley/act_queries.h"
#include "parley/clock.h"
#include "parley/dialog_act.h"
#include "parley/value.h"

namespace parley {

struct Understanding {
  // What the message does, in the order of its words, each act with its source. Acts without words come first.
  std::vector<DialogAct> acts;

  // What is no act.
  std::vector<ParamValue> mentioned;  // values in the user's questions, which no param takes
  // Values of the bot's own types, email addresses, phone numbers and IBANs that no param takes. Each is also a Remark
  // among the acts, unless a question or a request mentions it.
  std::vector<UntakenValue> untaken;
  // The plain words of the message that no value covers. They may name an option that the bot has not listed yet. Empty
  // unless the bot has a param with `options`, and the bot's language is English.
  std::string said;
  // In English: no word of the message, such as "another" or "again", asks for something once more.
  bool asks_once = false;
  // The message is about what the conversation was about before: "cancel it", "the same order". False unless
  // NluContext::has_values_in_mind is set.
  bool refers_back = false;
};

// The longest message, unless a caller sets another limit.
inline constexpr std::size_t kMaxMessageBytes = 16 * 1024;

// The state of the dialog when a message is read. The defaults describe the first message of a session.
struct NluContext {
  std::string intent;                // the open intent. Empty: nothing is open
  std::string waiting_for_param;     // the param that the bot has asked for. Empty: none
  bool confirming = false;           // the bot has asked for a yes or no
  bool changing = false;             // the bot has asked what to change
  std::vector<std::string> choices;  // the labels that the bot has offered
  bool lists_options = false;        // `choices` are the numbered options of the question for `waiting_for_param`
  // The intents and params of interrupted questions, last first.
  std::vector<std::pair<std::string, std::string>> interrupted;
  std::vector<std::string> filled;   // params of the open intent that have a value: "no, make it 60" can change them
  Value values;                      // of `filled`: an object. "A week later" counts from the day that a param has
  std::vector<std::string> offered;  // the intents of "did you mean ...?"
  std::string done;                  // the intent that was done last. Empty: no follow-up is possible
  std::vector<std::string> done_params;  // its params
  bool has_values_in_mind = false;       // the session keeps values that a new intent may take
  std::string filled_last;               // the param of `filled` that got its value last. Empty: unknown
  Value context;                         // Request::context: an object. `when` reads it, and dates read its `time_zone`
  TimeMs now = 0;                        // the current time, for values such as "tomorrow"
  Value session;                         // the params with `scope: session`: an object, which `when` reads
  // A longer message is not understood. An engine has a limit of its own, Limits::max_message_bytes.
  std::size_t max_bytes = kMaxMessageBytes;
};

// The reason why an intent was chosen or not.
struct Verdict {
  std::string intent;
  bool matched = false;
  std::string reason;  // "matched '\brefund\b' at 2..8", "no rule matched", "guard: context.logged_in is not true"
};

// An intent that the bot did not choose but that came near.
struct RunnerUp {
  std::string intent;
  double confidence = 0;  // how likely it is what the user means: 0 to 1. 0 also if nothing estimates it
  std::string lacked;     // a clause: "its rule '\\blounge\\b' (bot.yaml:39:21) matches, but context.member is missing"
};

// The reading of a message that comes next after the chosen one.
struct NextReading {
  std::vector<DialogAct> acts;
  // The term that decided: "guard", "fit", "evidence", "firmness", "priority", "length", "order" or "confidence"
  // (docs/dialog.md).
  std::string decided_by;
};

struct Explanation {
  // With the words of each act. A message that does nothing is one Remark here, and has no act in understand().
  Understanding understanding;
  std::vector<Verdict> verdicts;     // one per intent, in the order of the bot file
  std::vector<std::string> notes;    // rules of precedence that applied, rejected values, recognised acts
  std::vector<std::string> why;      // sentences for an author: what the message matches, and where its values are
  std::vector<RunnerUp> runners_up;  // at most three, nearest first
  std::optional<NextReading> next;   // unset: no other reading uses the words of the message
};

}  // namespace parley
