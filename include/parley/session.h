// SessionState: all that a bot knows of one conversation between two turns. A plain value: a store keeps
// it, the planner maps one to the next.
//
// Invariants
//   1. `frames` is the stack of open intents; the last one is on top. Empty: nothing is open.
//   2. `waiting` is set exactly when the last turn asked the user or the host for something, and it is
//      always about the top frame (same intent, same plan).
//   3. A param is filled when it is in `params`, whatever its value: false, 0 and "" are values.
//   4. `version` grows by one with every commit; `turns` by one with every turn.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "parley/clock.h"
#include "parley/tool.h"
#include "parley/value.h"

namespace parley {

// A param's value with where it came from.
struct FilledParam {
  Value value;
  std::int64_t turn = 0;  // the turn that gave it
  friend bool operator==(const FilledParam&, const FilledParam&) = default;
};

using FilledParams = std::map<std::string, FilledParam, std::less<>>;

// Why an answer did not do.
enum class AnswerFailure { kNotUnderstood, kInvalid, kSilent, kRejected };  // kRejected: by a tool
const char* to_string(AnswerFailure miss);  // "not_understood", "invalid", "silent", "rejected"

// Answers judged and refused, each kind counted by itself.
struct Attempts {
  int not_understood = 0;
  int invalid = 0;
  int silent = 0;
  int rejected = 0;
  int in_all() const { return not_understood + invalid + silent + rejected; }
  friend bool operator==(const Attempts&, const Attempts&) = default;
};

// A step that was begun. `digest` is of what it was begun with: the same step with the same is not done twice.
struct StepRun {
  enum class Status { kStarted, kWaiting, kDone, kFailed };  // a step that is not listed is pending
  std::string step;                                          // where it stands: "2", "2.then.1"
  std::string what;                                          // the tool's name, "say", ...
  std::string digest;
  Status status = Status::kStarted;
  friend bool operator==(const StepRun&, const StepRun&) = default;
};
const char* to_string(StepRun::Status status);  // "started", "waiting", "done", "failed"

// One of several readings of a message, to be chosen by the user.
struct Choice {
  std::string param;
  Value value;
  std::string label;  // how it is offered
  friend bool operator==(const Choice&, const Choice&) = default;
};

// Facts of the request's context that a check was called with: path ("context.tier") to a digest of the value.
using Facts = std::map<std::string, std::string, std::less<>>;

// One open intent.
struct Frame {
  std::string intent;
  std::int64_t plan = 0;  // unique in the session: a plan is never mistaken for another
  FilledParams params;
  Value::Object saved;                                    // what `save` took from tool results
  std::map<std::string, Attempts, std::less<>> attempts;  // by param ("" = confirmation); progress clears it
  std::vector<std::string> skipped;                       // params given up
  std::vector<std::string> checked;                       // params whose value the tools of `validate` have accepted
  FilledParams held;                                      // the values that those not yet checked replaced
  std::map<std::string, Facts, std::less<>> facts;        // by param: what its check was last accepted with
  std::vector<std::vector<Choice>> unclear;               // to be asked about, each: which is meant?
  std::string changing;    // a filled param that is asked for again; it keeps its value until there is a better one
  bool confirmed = false;  // void as soon as a param changes
  bool called = false;     // by the frame below, which goes on when this one ends
  std::string step;        // the next step: "0", "2.then.1"
  std::vector<StepRun> runs;
  friend bool operator==(const Frame&, const Frame&) = default;
};

// A value that was said for an intent that waits and would not do.
struct Refused {
  std::string param;
  std::string why;        // said when the intent begins
  std::int64_t turn = 0;  // the turn that gave the value
  friend bool operator==(const Refused&, const Refused&) = default;
};

// An intent that a message asked for beside another, begun when that one has ended. It has all that an open one has.
struct QueuedIntent {
  std::string intent;
  FilledParams params;
  std::vector<std::vector<Choice>> unclear;  // as in Frame; the labels are made when the intent begins
  std::vector<Refused> refused;
  friend bool operator==(const QueuedIntent&, const QueuedIntent&) = default;
};

// The question that is open. Tied to intent, plan and attempt (resolution X48 of the design notes): an answer
// can only ever land where it was asked for.
struct PendingInput {
  enum class Kind {
    kParam,
    kConfirm,
    kChange,  // "what should I change?", after a no
    kChoice,  // "which of the two?"
    kTool,
  };
  Kind kind = Kind::kParam;
  std::string intent;
  std::string param;  // kParam; kTool: the param that the tool checks, if it does
  std::int64_t plan = 0;
  std::string step;             // the intent's step that waits; empty while params are collected
  std::vector<Choice> choices;  // kChoice
  int asides = 0;               // times it was repeated or explained, which costs no attempt
  std::string prompt_id;        // "refund.order_id.2": which wording was used
  int attempt = 1;
  TimeMs asked_at = 0;
  TimeMs expires_at = 0;         // 0: never. After that the question has lapsed
  std::string config_hash;       // the catalog's fingerprint when the question was put
  std::optional<ToolCall> call;  // kTool
  Facts facts;                   // kTool: what a check is called with
  bool started = false;          // kTool: parley itself was running the call when this was stored
  std::string runner;            // and this engine was running it,
  TimeMs running_until = 0;      // at the latest until then
  friend bool operator==(const PendingInput&, const PendingInput&) = default;
};
const char* to_string(PendingInput::Kind kind);  // "param", "confirm", "change", "choice", "tool"

// A turn that began with nothing open: what was said before it can be forgotten without parting a question from its
// answer. Kept only by bots that trim (`at_limit: trim`).
struct TurnStart {
  std::int64_t turn = 0;
  std::int64_t message = 0;  // the seq of its first message
  std::int64_t bytes = 0;    // SessionState::bytes before it
  friend bool operator==(const TurnStart&, const TurnStart&) = default;
};

struct SessionState {
  std::string session;
  std::string continuation_id;
  std::string bot;          // Catalog::id
  std::string config_hash;  // Catalog::fingerprint of the last turn
  std::int64_t version = 0;
  std::int64_t turns = 0;
  std::int64_t messages = 0;  // ever stored; the oldest may have been trimmed
  std::int64_t trimmed = 0;   // messages that are no longer stored: those with seq <= trimmed
  std::int64_t bytes = 0;     // of the texts of the messages that are
  std::int64_t plans = 0;     // the last Frame::plan given out
  std::int64_t calls = 0;     // the last tool call given out
  TimeMs created_at = 0;
  TimeMs updated_at = 0;
  TimeMs began_at = 0;             // the conversation that goes on now; a session that expired begins another
  std::int64_t began_turn = 0;     // its first turn
  std::int64_t began_message = 0;  // the seq of its first message; 0: unknown, as in states of before this was kept
  TimeMs expires_at = 0;           // 0: never. By the bot's `ttl` and `max_age`, whichever is sooner
  TimeMs kept_until = 0;           // the last moment of the bot's `retention`, as of the last turn; 0: kept for ever
  std::vector<TurnStart> starts;
  std::string user;                  // a hash of whose session it is (Engine::user_hash); empty: not known
  std::string parent;                // the session that it goes on from (Request::parent); empty: none
  std::int64_t parent_turn = 0;      // the parent's `began_turn` at that moment: which conversation it was
  std::int64_t parent_messages = 0;  // the parent's `messages` at that moment
  Usage usage;                       // of the session in all
  std::vector<Frame> frames;
  std::optional<PendingInput> waiting;
  FilledParams params;                                    // those with `scope: session`
  std::string locale;                                     // told by the channel (`context.locale`); empty: the bot's
  std::map<std::string, std::int64_t, std::less<>> ways;  // of wordings with several: which was said last
  std::optional<std::string> last_intent;
  Value last_result;
  std::vector<QueuedIntent> queue;        // intents that wait for their turn
  int unmatched = 0;                      // messages in a row that meant nothing
  int exhausted = 0;                      // questions in a row that were given up
  int steps = 0;                          // performed since the last message; bounded
  std::vector<std::string> failed_calls;  // since the last message: digests of calls that are not tried again
  bool ended = false;                     // an `end` event closed it; the next message begins anew
  std::string late_result;                // "done" or "failed": a call's result came after its conversation had ended,
                                          // and the user has not been told yet. Empty: none
  std::string last_message_id;            // of the last turn
  friend bool operator==(const SessionState&, const SessionState&) = default;
};

}  // namespace parley
