// What the classifier made of one message: the dialog act, the intents it could mean with the evidence for
// each, and the values found in it. A host that brings its own NLU fills an Understanding itself.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "parley/value.h"

namespace parley {

// What a message does in the dialog, whatever it is about.
enum class Act {
  kInform,  // says something: names an intent, gives values, or neither
  kAffirm,  // yes
  kDeny,    // no
  kCancel,  // stop what we are doing
  kReset,   // forget everything, start over
  kHuman,   // wants a person
};
const char* name_of(Act act);  // "inform", "affirm", ...

// A piece of the message, as byte offsets into it, the end exclusive. Always on code point boundaries.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

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

struct Understanding {
  Act act = Act::kInform;
  std::vector<Candidate> candidates;  // best first; empty: nothing matched
  std::vector<ParamValue> params;     // for the best candidate's intent
  std::vector<ParamValue> answers;    // for the intent whose question is open (Situation::intent)
};

// What is known when a message is read. All optional: without it, a message is the first of a session.
struct Situation {
  std::string intent;               // the open intent, if any
  std::string waiting_for_param;    // the param being asked for, if any
  bool confirming = false;          // a yes or no is being waited for
  std::vector<std::string> filled;  // params of the open intent that have a value: what "no, make it 60" can change
  Value context;                    // facts the channel knows, an object: read by `when`; `time_zone` by dates
  long long now_ms = 0;             // the instant that "tomorrow" is relative to
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
