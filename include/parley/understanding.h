// What the classifier made of one message: the dialog act, the intents it could mean with the evidence for
// each, and the values found in it. A host that brings its own NLU fills an Understanding itself.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "parley/clock.h"
#include "parley/value.h"

namespace parley {

// What a message does in the dialog, whatever it is about.
enum class Act {
  kInform,     // says something: names an intent, gives values, or neither
  kAffirm,     // yes
  kDeny,       // no
  kCancel,     // stop what we are doing
  kReset,      // forget everything, start over
  kHuman,      // wants a person
  kCancelAll,  // stop all that is open
  kRepeat,     // what was the question?
  kWhy,        // why do you ask?
  kSkip,       // go on without it
  kDontKnow,   // has no answer
};
const char* to_string(Act act);  // "inform", "affirm", ...

// A piece of the message, as byte offsets into it, the end exclusive. Always on code point boundaries.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

// What a value does to a param that takes a list.
enum class ListOp { kAdd, kRemove, kClear, kSet };

// A value found for a param. `value` is canonical ("O-12345"), `raw` is as the user wrote it ("o12345").
// A value that failed the param's validation is carried with `valid` false and the sentence that says why.
struct ParamValue {
  std::string param;
  Value value;
  std::string raw;
  Span span;
  bool valid = true;
  std::string rejection;
  bool whole_message = false;  // free text: taken only when the message means nothing else
  bool misspelt = false;       // it was written with a typo
  ListOp op = ListOp::kAdd;    // for a param that takes a list
  std::string intent;          // of Understanding::elsewhere: whose question it answers
};

// An intent the message could mean. Candidates are ordered best first by the declared precedence:
// rule priority, then the length of the text that matched, then the order of the bot file.
struct Candidate {
  std::string intent;
  std::string rule;    // the pattern or example that matched
  std::string source;  // where it stands: "config/intents.yaml:12:16"
  Span span;           // what it matched
  int priority = 0;
};

// Of each list one value is meant: there are two params for a value, or two values for a param.
using Ambiguous = std::vector<std::vector<ParamValue>>;

// Another intent that a message asks for, with all that the message says for it.
struct FurtherIntent {
  Candidate candidate;
  std::vector<ParamValue> params;
  Ambiguous ambiguous;
};

struct Understanding {
  Act act = Act::kInform;
  std::vector<Candidate> candidates;   // best first; empty: nothing matched
  std::vector<ParamValue> params;      // for the best candidate's intent
  Ambiguous ambiguous;                 // likewise
  std::vector<ParamValue> answers;     // for the intent whose question is open (NluContext::intent)
  Ambiguous ambiguous_answers;         // likewise
  std::vector<ParamValue> elsewhere;   // for the questions of the intents below it (NluContext::interrupted), in order
  std::vector<FurtherIntent> further;  // what else it asks for, in order; without candidates: beside an answer

  bool corrects = false;           // "no, I meant ...", "actually ...": what is filled may change
  std::vector<std::string> named;  // params of the open intent that it names without a value: "change the date"
  std::optional<int> choice;       // which of NluContext::choices it picks
};

// What is known when a message is read. All optional: without it, a message is the first of a session.
struct NluContext {
  std::string intent;                                            // the open intent, if any
  std::string waiting_for_param;                                 // the param being asked for, if any
  bool confirming = false;                                       // a yes or no is being waited for
  bool changing = false;                                         // "what should I change?" is being waited for
  std::vector<std::string> choices;                              // labels of what the user is to choose from
  std::vector<std::pair<std::string, std::string>> interrupted;  // intent and param of the questions below, last first
  std::vector<std::string> filled;  // params of the open intent that have a value: what "no, make it 60" can change
  std::string filled_last;          // of those, the one that got its value last; empty: not known
  Value context;                    // facts the channel knows, an object: read by `when`; `time_zone` by dates
  TimeMs now = 0;                   // the instant that "tomorrow" is relative to
  Value session;                    // params with `scope: session`, an object: read by `when` too
};

// Why one intent won or did not.
struct Verdict {
  std::string intent;
  bool matched = false;
  std::string reason;  // "matched '\brefund\b' at 2..8", "no rule matched", "guard: context.logged_in is not true"
};

struct Explanation {
  Understanding understanding;
  std::vector<Verdict> verdicts;   // one per intent, in the order of the bot file
  std::vector<std::string> notes;  // precedence applied, values refused, acts recognised
};

}  // namespace parley
