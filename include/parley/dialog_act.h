// DialogAct: one thing that the user does with a part of a message. A message is a list of dialog acts in the order of
// its words: "no, make it 60, and when does it come?" is Deny, Correct and Ask.
//
//   parley::NluContext context;
//   context.intent = "transfer";
//   context.confirming = true;
//   const parley::Explanation read = bot->explain("no, make it 60", context);
//   for (const parley::DialogAct& act : read.understanding.acts) {
//     std::cout << to_string(act) << ' ' << act.span.begin << ".." << act.span.end << '\n';
//   }
//
// The kinds follow the communicative functions of ISO 24617-2, as far as a bot with params needs them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "parley/value.h"

namespace parley {

// A part of a message: byte offsets, the end exclusive. Always on code point boundaries.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

// The effect of a value on a param that takes a list.
enum class ListOp { kAdd, kRemove, kClear, kSet };

// A value found for a param.
struct ParamValue {
  std::string param;
  Value value;      // in its canonical form: "O-12345"
  std::string raw;  // as the user wrote it: "o12345"
  Span span;        // of `raw`
  bool valid = true;
  std::string rejection;       // if not valid: a sentence for the user
  bool whole_message = false;  // free text, which the planner uses only if the message means nothing else
  bool misspelt = false;       // the user made a typing error
  ListOp op = ListOp::kAdd;    // for a param that takes a list
  std::string intent;  // the interrupted or offered intent that it is for. Empty: the open one, or that of the request
};

// A value that no param takes.
struct UntakenValue {
  std::string type;  // the type that it was read as
  Value value;       // in its canonical form
  Span span;
};

// An intent that the message could mean. Candidates are in order of rule priority, then of the length of the text that
// matched, then of the bot file.
struct Candidate {
  std::string intent;
  std::string rule;    // the pattern or example that matched
  std::string source;  // its place: "config/intents.yaml:12:16"
  Span span;           // the text that it matched
  int priority = 0;
  // How likely this is what the user means: 0 to 1. 1 for a rule, a template or an example that matches.
  double confidence = 1;
};

// Lists of alternatives, for a value that fits two params, or a param with two values. The user means one entry of each
// list.
using Ambiguous = std::vector<std::vector<ParamValue>>;

// A further intent that the same message asks for, with its values.
struct FurtherIntent {
  Candidate candidate;
  std::vector<ParamValue> params;
  Ambiguous ambiguous;
  // The further values of an enumeration, for a param of `params` that takes one value and whose type has patterns:
  // "where are 12345 and 23456". The intent runs once for each.
  std::vector<ParamValue> others = {};
};

// A question in the message that asks the bot for information: "how much is it?".
struct Inquiry {
  Span span;
  // The entry of `answers` in the bot file that answers it: the intent; the param, or empty for an entry of the intent
  // itself; and the index. If `intent` is empty, the bot has no answer.
  std::string intent, param;
  std::size_t answer = 0;
};

// A passage of the bot's pages (`knowledge` in the bot file).
struct Passage {
  std::string title;   // its headings, from the title of the page on: "Delivery > Abroad > Costs"
  std::string text;    // plain text
  std::string source;  // its page and heading: "help/delivery.md#costs"
  double score = 0;    // how well it answers the message: 0 to 1
};

// A message that continues the intent that was done last: "and for O-54321?", "no wait, flat 4", "the same for my
// wife".
struct FollowUp {
  std::string intent;
  std::vector<ParamValue> params;  // what changes
  Ambiguous ambiguous;
  std::vector<std::string> named;       // params that change, without a value: "no wait, the date is wrong"
  std::vector<ParamValue> others = {};  // as FurtherIntent::others
  bool corrects = false;                // "no wait, ...": a list keeps its other items
  bool is_about_another = false;        // "the other one", without a value
  bool asks = false;                    // "did you cancel the right one?", "I got no mail": about what was done
};

// ---- the kinds of acts

namespace acts {

struct Affirm {};  // says yes
struct Deny {};    // says no

// Gives a value.
struct Inform {
  ParamValue value;  // ParamValue::intent names the interrupted or offered intent; empty: the open one
  std::vector<ParamValue> or_else = {};  // other readings of the same words. The user means one of all
};

// Changes a param of the open intent that has a value.
struct Correct {
  std::string param;                     // empty: the message does not say which
  std::optional<ParamValue> value = {};  // unset: "change the date"
  bool by_words = false;                 // "no, I meant ...", "actually ..."
};

// Takes a value back from a param with a list, or all its values.
struct Retract {
  ParamValue value;  // ParamValue::op is kRemove or kClear
};

// Picks options or choices that the bot has offered.
struct Choose {
  enum class Meaning {
    kThese,       // "the first and the third"
    kOneOfThese,  // "the anvil", if two are
    kNone,        // "none of them"
  };
  Meaning meaning = Meaning::kThese;
  std::vector<int> options = {};  // indexes in NluContext::choices. Empty for kNone
};

// Asks for an intent.
struct Request {
  enum class Role {
    kNow,         // begins, or competes with the answer to the open question
    kAgain,       // further runs of the open intent, one for each value of `wanted.others`
    kNext,        // waits until the open intent, or the one before it, has ended
    kDoubtful,    // the bot asks whether the user means it
    kTakesValue,  // the message names no intent, but has a value of a type that this intent needs
  };
  Role role = Role::kNow;
  FurtherIntent wanted;
  std::vector<Candidate> weaker = {};  // other intents that the same words could mean, best first
};

// Asks the bot for information.
struct Ask {
  struct Entry {  // an entry of `answers` in the bot file, as in Inquiry
    std::string intent, param;
    std::size_t index = 0;
  };
  struct Unanswered {};
  std::variant<Unanswered, Entry, Passage> answer = {};
  bool may_decide = false;  // whether the user says yes depends on the answer: "yes, but is there a fee?"
};

// Tells the bot what to do with the dialog.
struct Command {
  enum class Kind { kCancel, kCancelAll, kStartOver, kRepeat, kWhy, kSkip, kDontKnow, kPerson };
  Kind kind = Kind::kCancel;
};

// Says something polite, or something that means nothing.
struct Courtesy {
  enum class Kind { kThanks, kGreeting, kReaction, kPresence };  // kPresence: "hello??", "is anyone there?"
  Kind kind = Kind::kThanks;
};

struct Closing {};  // says goodbye

// Words with content that no other act takes.
struct Remark {
  std::optional<UntakenValue> value = {};  // a value that no param takes
};

using FollowUp = parley::FollowUp;

}  // namespace acts

// ---- an act

struct ActSource {
  enum class Kind {
    kRule,        // a rule, template, example or pattern of the bot file
    kType,        // a type of a param
    kLexicon,     // the words of a language that parley knows, such as "yes"
    kSimilarity,  // the message resembles examples
    kModel,       // a language model
    kCaller,      // the caller's NLU (NluResult), a button or a form
  };
  Kind kind = Kind::kLexicon;
  std::string rule = {};   // the pattern or example. Empty: unknown
  std::string place = {};  // "config/intents.yaml:12:16"
};

struct DialogAct {
  using What =
      std::variant<acts::Affirm, acts::Deny, acts::Inform, acts::Correct, acts::Retract, acts::Choose, acts::Request,
                   acts::Ask, acts::FollowUp, acts::Command, acts::Courtesy, acts::Closing, acts::Remark>;
  What what;
  Span span = {};         // the words that say it. Empty: the message has no such words, as in a caller's NluResult
  double confidence = 1;  // 0 to 1
  ActSource source = {};
};

inline constexpr std::size_t kActKinds = std::variant_size_v<DialogAct::What>;

// The name of the kind: "affirm", "deny", "inform", "correct", "retract", "choose", "request", "ask", "follow_up",
// "command", "courtesy", "closing", "remark".
const char* to_string(const DialogAct& act);
const char* to_string(acts::Command::Kind kind);       // "cancel", "cancel_all", "start_over", "repeat", ...
const char* to_string(acts::Courtesy::Kind kind);      // "thanks", "greeting", "reaction", "presence"
const char* to_string(acts::Choose::Meaning meaning);  // "these", "one_of_these", "none"
const char* to_string(acts::Request::Role role);       // "now", "again", "next", "doubtful", "takes_value"
const char* to_string(ActSource::Kind kind);           // "rule", "type", "lexicon", "similarity", "model", "caller"

// ---- one word for a message

// One word for what the user does with a message (main_act() in parley/act_queries.h). Callers give it as
// NluResult::act. The protocol and telemetry show it.
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

}  // namespace parley
