// The settings of a bot that apply to all its intents: fallback, session, redaction, built-in replies and phrases.
// Tested by tests/config/reader_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "config/masking.h"
#include "config/texts.h"
#include "parley/clock.h"

namespace parley::config {

struct Fallback {
  TextVariants say;
  int after = 3;  // consecutive messages that were not understood
  enum class Then { kNothing, kHandoff, kIntent } then = Then::kNothing;
  Text intent;
};

// Limits of a conversation. When several apply, the strictest one wins (X71 in docs/memory.md).
struct Session {
  enum class AtLimit {
    kHandOff,   // hand off to a person
    kRefuse,    // reject the message and inform the user
    kRollOver,  // the next message without an open intent starts a new conversation
    kTrim,      // drop the oldest turns
  };
  // What happens if a request names a session and another user than the session's.
  enum class OtherUser {
    kRefuse,           // an error
    kNewConversation,  // the other user has a session of their own under this name
  };
  TimeMs ttl = 3 * 3'600'000LL;  // idle time before expiry; 0: never. F8 of the seeds
  TimeMs max_age = 0;            // since the first message; 0: unlimited
  TimeMs question_ttl = 0;       // 0: the question stays open until the conversation is over
  std::int64_t max_turns = 0;    // per conversation; 0: no limit
  AtLimit at_limit = AtLimit::kHandOff;
  OtherUser other_user = OtherUser::kRefuse;
  TimeMs follow_up = 10 * 60'000LL;  // how long a follow-up can open the last intent again; 0: never
  TimeMs retention = 0;              // sessions idle for this long are erased; 0: never
};

struct Redaction {
  // The masking of one param or type, by destination.
  struct Policy {
    Text about;  // a param of any intent, or a type as in `detect`
    std::optional<Masking> telemetry, store, exports, models;
  };
  // Which messages telemetry contains; private values are always removed.
  enum class TelemetryText { kOff, kUnmatched, kAll };

  std::vector<Text> params;  // private params, in addition to those marked `sensitive`
  std::vector<Text> detect;  // types to look for in every text
  std::vector<Policy> policies;
  TelemetryText telemetry_text = TelemetryText::kOff;
};

inline bool has_private_params(const Redaction& redaction) {
  return !redaction.params.empty() || !redaction.policies.empty();
}

// The bot's built-in replies. replies.h has their defaults, in English.
struct Replies {
  TextVariants not_understood;  // said before a question is asked again
  TextVariants invalid;         // said after an invalid value, unless the failed `validate` rule has a text
  TextVariants cancelled;
  TextVariants cancelled_all;
  TextVariants nothing_to_cancel;
  TextVariants reset;
  TextVariants handoff;
  TextVariants while_handed_off;  // said once, to the first message after a handoff; empty: nothing
  TextVariants given_back;        // said when a person gives the conversation back and nothing is open
  TextVariants denied;            // said when the user declines a confirmation and the intent is cancelled
  TextVariants change;            // asks what to change, when the user declines a confirmation
  TextVariants confirm_again;     // said when the answer to a confirmation is unclear
  TextVariants not_done_yet;      // said when an unclear answer to a confirmation says more than a few words
  TextVariants remark_not_taken;  // said after a yes beside a wish that the bot does not understand
  TextVariants still_here;        // answers "hello??" and "is anyone there?" while a question is open
  TextVariants tool_failed;
  TextVariants busy;         // said when a message arrives while the embedding program runs a tool
  TextVariants expired;      // said first in a session that expired while a question was open
  TextVariants late_done;    // said first in the next conversation, when a tool finished too late; empty: nothing
  TextVariants late_failed;  // said first in the next conversation, when a tool failed too late; empty: nothing
  TextVariants refused;      // the only reply in a session with too many turns
  TextVariants resume;       // said before the question of an interrupted intent
  TextVariants silence;      // answers a silence event while no question is open
  TextVariants goodbye;      // answers an end event
  TextVariants why;          // answers "why do you need that?" for a param without `why`
  TextVariants dont_know;    // answers "I don't know" for a param without `help`
  TextVariants cannot_skip;
  TextVariants skipped;
  TextVariants noted;           // said when a message gives a value to an intent lower in the stack
  TextVariants not_now;         // said when the user requests an intent that may not interrupt
  TextVariants queued;          // said when a message contains a second intent
  TextVariants next;            // said before that second intent starts
  TextVariants choose;          // asks which of "{choices}" applies: one value fits two params, or two values fit one
  TextVariants welcome;         // answers thanks while nothing is open
  TextVariants greeting;        // answers hello while nothing is open
  TextVariants acknowledged;    // answers a yes, a no or an emoji while nothing is open
  TextVariants go_ahead;        // answers a yes after a question such as "is there anything else?"
  TextVariants no_answer;       // answers a question of the user for which the bot has no answer
  TextVariants is_it;           // asks about the only option of a list. {option}
  TextVariants one_option;      // the user picks several options of a list, and the param takes one value
  TextVariants not_an_option;   // the param takes only the options of a list
  TextVariants nothing_found;   // `if_unknown` has led to no options and no value
  TextVariants outcome;         // answers "did you cancel the right one?" and "I got no mail". {outcome}
  TextVariants outcome_stays;   // after a follow-up about another one: what was done stays. {outcome}
  TextVariants puzzled;         // answers "what?" while nothing is open
  TextVariants did_you_mean;    // asks which of the intents "{options}" a doubtful message means
  TextVariants something_else;  // the quick reply for none of them
  TextVariants say_again;       // said when the user means none of them
  // Asks whether a doubtful message means the only offered intent "{options}". Empty: did_you_mean.
  TextVariants did_you_mean_one;
  TextVariants options;   // lists "{options}", the valid answers, when a question is asked again
  TextVariants examples;  // lists "{examples}" of answers, when a question is asked again
  TextVariants done;      // said at the end of an intent that says nothing itself
  TextVariants yes, no;   // how true and false are written
};

// The language model of the bot. The operator gives its address (parley/model.h).
struct Llm {
  // In tokens of prompts and answers. 0: no limit.
  struct Limits {
    std::int64_t turn = 0;
    std::int64_t session = 0;  // of the usage of the session, from whatever source
    std::int64_t day = 0;      // of an engine, by UTC
  };
  Text model;
  std::string style;      // how the bot speaks, for texts with `rephrase`. Empty: not told
  TimeMs timeout = 4000;  // of all calls of a turn
  std::int64_t answer_tokens = 400;
  std::int64_t history_tokens = 800;  // of the earlier messages in the prompt
  Limits limits;
};

// When the language model reads a message.
enum class ModelReads {
  kOff,
  kFallback,  // if the bot itself finds nothing in the message
  kFirst,     // always, except for commands and valid answers
};

// Additional phrases for the dialog acts, next to the built-in ones. Each is matched against the whole message.
struct Commands {
  std::vector<Text> cancel, cancel_all, reset, human, repeat, why, skip, dont_know, affirm, deny, thank, greet, goodbye;
};

}  // namespace parley::config
