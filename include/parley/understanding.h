// Understanding: the result of reading one message. It holds the dialog act, the intents that the message could mean
// with the evidence for each, and the values found in it. Catalog::understand returns it. A caller with its own NLU
// sends an NluResult (parley/turn.h) instead.
//
//   parley::NluContext context;
//   context.intent = "refund";
//   context.waiting_for_param = "order_id";
//   for (const parley::ParamValue& answer : bot->understand("it's O-12345", context).answers) {
//     std::cout << answer.param << " = " << answer.value.to_text() << '\n';
//   }
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "parley/clock.h"
#include "parley/dialog_act.h"
#include "parley/value.h"

namespace parley {

// The dialog act of a message: what the user does with it.
enum class Act {
  kInform,     // anything else: names an intent, gives values, or neither
  kAffirm,     // says yes
  kDeny,       // says no
  kCancel,     // stops the open intent
  kReset,      // starts over
  kHuman,      // asks for a person
  kCancelAll,  // stops all open intents
  kRepeat,     // asks for the question again
  kWhy,        // asks why the bot asks
  kSkip,       // leaves the param open
  kDontKnow,   // does not know the answer
  kThank,      // thanks
  kGreet,      // says hello
  kGoodbye,    // says goodbye
  kReact,      // an emoji, a laugh, "wow"
};
const char* to_string(Act act);  // "inform", "affirm", ...
bool is_courtesy(Act act);       // kThank, kGreet, kGoodbye and kReact

struct Understanding {
  Act act = Act::kInform;
  bool says_goodbye = false;          // after the act: "forget it, goodbye"
  std::vector<Candidate> candidates;  // best first. Empty: nothing matched
  std::vector<ParamValue> params;     // for the best candidate's intent
  Ambiguous ambiguous;                // also for the best candidate's intent
  // The further values of an enumeration, for a param of `params` or `answers` that takes one value and whose type has
  // patterns: "where are 12345 and 23456". The intent runs once for each.
  std::vector<ParamValue> others;
  std::vector<ParamValue> answers;  // for the open intent (NluContext::intent)
  Ambiguous ambiguous_answers;      // also for the open intent
  // For the questions of interrupted intents (NluContext::interrupted), in order, for NluContext::offered, or for the
  // intent that `if_unknown` of the asked param calls.
  std::vector<ParamValue> elsewhere;
  // In the order of the message. If `candidates` is empty, the message answers the question and names these intents.
  std::vector<FurtherIntent> further;

  // The intents that the message may mean, best first, if no candidate is likely enough. The bot asks which.
  std::vector<FurtherIntent> doubtful;

  // The options of the open question (NluContext::choices) that the message names, if not exactly one.
  std::vector<int> several;      // "the first and the third", "both"
  std::vector<int> possible;     // it means one of these: "the anvil", if two labels have an anvil
  bool refuses_options = false;  // "none of them"

  std::optional<FollowUp> follow_up;  // for NluContext::done

  // The user's questions that the bot answers, and those that it has to leave unanswered while something is open.
  std::vector<Inquiry> inquiries;
  // The passage that answers the message. The engine sets it, because a catalog has no index of the pages.
  std::optional<Passage> passage;
  std::vector<ParamValue> mentioned;  // values in the user's questions, which no param takes

  // Values of the bot's own types, email addresses, phone numbers and IBANs that no param takes.
  std::vector<UntakenValue> untaken;
  // The plain words of the message that no value covers. They may name an option that the bot has not listed yet. Empty
  // unless the bot has a param with `options`, and the bot's language is English.
  std::string said;
  // The intents with a required param of the type of such a value, likeliest first, if the message names no intent.
  std::vector<FurtherIntent> takers;
  // The message is about what the conversation was about before: "cancel it", "the same order". False unless
  // NluContext::has_values_in_mind is set.
  bool refers_back = false;

  bool asks_if_there = false;  // "hello??", "is anyone there?", while an intent is open
  // At a confirmation: the message has words with content that are no act, value, intent or question.
  bool has_remark = false;

  bool corrects = false;  // "no, I meant ...", "actually ...": filled params may change
  // In English: no word of the message, such as "another" or "again", asks for something once more.
  bool asks_once = false;
  std::vector<std::string> named;  // params of the open intent that are named without a value: "change the date"
  std::optional<int> choice;       // the index in NluContext::choices that the user picks

  // Whether the message names an intent, even a doubtful one.
  bool names_intent() const { return !candidates.empty() || !further.empty() || !doubtful.empty(); }
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

struct Explanation {
  Understanding understanding;
  std::vector<DialogAct> acts;       // what the message does, in the order of its words
  std::vector<Verdict> verdicts;     // one per intent, in the order of the bot file
  std::vector<std::string> notes;    // rules of precedence that applied, rejected values, recognised acts
  std::vector<std::string> why;      // sentences for an author: what the message matches, and where its values are
  std::vector<RunnerUp> runners_up;  // at most three, nearest first
};

}  // namespace parley
