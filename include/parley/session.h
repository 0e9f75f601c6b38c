// SessionState: the dialog state of a session between two turns. Stores keep it, and each turn of the planner computes
// a new one. You need it only to write a store or a tool for operators.
//
//   auto state = store->load("web:1");
//   if (state && *state && !(*state)->frames.empty()) std::cout << (*state)->frames.back().intent << " is open\n";
//
// It is a plain value. Invariants:
//   1. `frames` is the stack of open intents; the last one is on top. Empty: nothing is open.
//   2. `waiting` is set if and only if the bot waits for an answer or for a tool result. It always belongs to the
//      top frame: the same intent and the same plan. While `handed_off` is set, the frames are suspended, and only a
//      tool result may be awaited.
//   3. A param is filled if it is in `params`, whatever its value: false, 0 and "" are values.
//   4. `Frame::step` is set while the steps of the intent run. A change of a param unsets it, and the steps begin
//   again.
//   5. Every commit increments `version`, and every turn increments `turns`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "parley/clock.h"
#include "parley/step_place.h"
#include "parley/tool.h"
#include "parley/value.h"

namespace parley {

// The value of a param, and the turn that set it.
struct FilledParam {
  Value value;
  std::int64_t turn = 0;  // the turn that set it
  friend bool operator==(const FilledParam&, const FilledParam&) = default;
};

using FilledParams = std::map<std::string, FilledParam, std::less<>>;

// The reason why an answer failed.
enum class AnswerFailure { kNotUnderstood, kInvalid, kSilent, kRejected };  // kRejected: by a tool
const char* to_string(AnswerFailure miss);  // "not_understood", "invalid", "silent", "rejected"

// The number of failed answers to a question, by reason.
struct Attempts {
  int not_understood = 0;
  int invalid = 0;
  int silent = 0;
  int rejected = 0;
  int in_all() const { return not_understood + invalid + silent + rejected; }
  friend bool operator==(const Attempts&, const Attempts&) = default;
};

// The failed answers to the questions of an intent. An accepted answer removes the counts of its question.
struct FailedAnswers {
  std::map<std::string, Attempts, std::less<>> params;  // by param
  std::optional<Attempts> confirmation;                 // "shall I?" and "what should I change?"
  std::optional<Attempts> choice;                       // "which of the two?"
  bool empty() const { return params.empty() && !confirmation && !choice; }
  friend bool operator==(const FailedAnswers&, const FailedAnswers&) = default;
};

// A step that has begun. A step with the same `digest` of its arguments does not run twice.
struct StepRun {
  enum class Status { kStarted, kWaiting, kDone, kFailed };  // a step that is not listed is pending
  // Its place. Unset: the steps have begun again since, and it may belong to any step with the same `what`.
  std::optional<StepPlace> step;
  std::string what;    // the name of the tool, "say", ...
  std::string digest;  // of its arguments
  Status status = Status::kStarted;
  Value::Object saved = {};  // in a loop: the values that the step saved, for when the loop begins again
  friend bool operator==(const StepRun&, const StepRun&) = default;
};
const char* to_string(StepRun::Status status);  // "started", "waiting", "done", "failed"

// One of several meanings of a message, which the user chooses from.
struct Choice {
  std::string param;
  Value value;
  std::string label;  // its text in the question
  friend bool operator==(const Choice&, const Choice&) = default;
};

// The facts of the request's context with which a check was called: digests of the values, by path ("context.tier").
using Facts = std::map<std::string, std::string, std::less<>>;

// One open intent.
struct Frame {
  std::string intent;
  std::int64_t plan = 0;  // identifies this frame in the session; never used again
  FilledParams params;
  Value::Object saved;  // values that `save` took from tool results
  FailedAnswers attempts;
  std::vector<std::string> skipped;                 // params that the bot no longer asks for
  std::vector<std::string> checked;                 // params whose value the checks of `validate` have accepted
  FilledParams held;                                // the former values of params whose new value is not checked yet
  std::map<std::string, Facts, std::less<>> facts;  // by param: the facts of its last successful check
  std::vector<std::vector<Choice>> unclear;         // the questions "which of these?" that the bot still has to ask
  std::string changing;    // a filled param that the bot asks for again; it keeps its value until a new one is valid
  bool confirmed = false;  // the user has confirmed; any change of a param clears it
  bool called = false;     // the frame below called this intent, and continues when it ends
  bool opened = false;     // the bot has said the intent's `opening`
  std::string looking_up;  // the param whose `if_unknown` calls a tool or an intent
  std::vector<std::string> looked_up;  // params whose `if_unknown` has run
  std::vector<std::string> unlisted;   // params whose options the user has refused; the bot asks without them
  // The words of the messages of this intent that no param took, one message per line, masked as messages are. They may
  // name an option that the bot has not listed yet. Empty for an intent without `options`.
  std::string said;
  std::vector<std::string> listed;  // params whose options were compared with `said`
  std::optional<StepPlace> step;    // the next step. Unset: the bot still collects and confirms params
  std::vector<StepRun> runs;
  friend bool operator==(const Frame&, const Frame&) = default;
};

// An invalid value that the user gave for a queued intent.
struct Refused {
  std::string param;
  std::string why;        // the sentence that the bot says when the intent begins
  std::int64_t turn = 0;  // the turn with the value
  friend bool operator==(const Refused&, const Refused&) = default;
};

// A further intent of a message. It begins when the open one has ended.
struct QueuedIntent {
  std::string intent;
  FilledParams params;
  std::vector<std::vector<Choice>> unclear;  // as in Frame; the labels are set when the intent begins
  std::vector<Refused> refused;
  bool unannounced = false;  // the bot has not said yet that it comes back to this intent
  // The param whose value tells this run of the intent from others: "track 12345 and 23456". Empty: the intent is
  // queued once.
  std::string repeats_for;
  friend bool operator==(const QueuedIntent&, const QueuedIntent&) = default;
};

// The intent that was done last. A follow-up such as "and for O-54321?" opens it again with what changed.
struct DoneIntent {
  std::string intent;
  FilledParams params;  // what the user said, without private values and without values from results of tools
  std::vector<std::string> skipped;  // params that the bot no longer asks for
  TimeMs until = 0;                  // it is available before this time
  std::string outcome;               // the last text that the intent said, masked as messages are
  friend bool operator==(const DoneIntent&, const DoneIntent&) = default;
};

// A value that the user has said, for an intent that begins soon (docs/dialog.md, section 15).
struct ValueInMind {
  std::string type;   // the type of the params that may take it
  std::string param;  // the param that had it, of the intent that ended last. Empty: no param took it
  Value value;
  int messages = 0;  // how many messages the user has sent since
  TimeMs until = 0;  // it is available before this time
  friend bool operator==(const ValueInMind&, const ValueInMind&) = default;
};

// A text of a private value that the store keeps, and that is hidden from exports or from the language model. The
// stored messages may contain it after the intent that had it has ended.
struct PrivateText {
  std::string param;
  std::string text;
  std::int64_t message = 0;  // the newest stored message that may contain it
  friend bool operator==(const PrivateText&, const PrivateText&) = default;
};

// The questions that the bot asks.
struct AskedParam {
  std::string param;
  std::vector<Choice> choices;  // the options that the question lists
  friend bool operator==(const AskedParam&, const AskedParam&) = default;
};
struct AskedConfirmation {
  friend bool operator==(const AskedConfirmation&, const AskedConfirmation&) = default;
};
struct AskedChange {  // "what should I change?", after the user did not confirm
  friend bool operator==(const AskedChange&, const AskedChange&) = default;
};
struct AskedChoice {  // "which of the two?"
  std::vector<Choice> choices;
  friend bool operator==(const AskedChoice&, const AskedChoice&) = default;
};

// An engine runs a tool call.
struct RunningCall {
  std::string engine;  // its lease owner
  TimeMs until = 0;    // the end of its lease
  friend bool operator==(const RunningCall&, const RunningCall&) = default;
};

// The bot waits for the result of a tool call.
struct ToolWait {
  struct Check {  // `validate` of a param calls
    std::string param;
    Facts facts;  // with which it calls
    friend bool operator==(const Check&, const Check&) = default;
  };
  struct LookUp {  // `if_unknown` of a param calls
    std::string param;
    friend bool operator==(const LookUp&, const LookUp&) = default;
  };
  using Caller = std::variant<Check, LookUp, StepPlace>;

  // The readable part of an encrypted state has no call, and any caller is a Check there, with its param if it has one.
  Caller caller;
  std::optional<ToolCall> call;
  std::optional<RunningCall> running;  // set: the engine was running the call when this was stored

  std::optional<StepPlace> step() const;  // the step that calls. Unset: a check, or a look-up
  const std::string& param() const;       // the param that the call checks or looks up. Empty: a step calls
  friend bool operator==(const ToolWait&, const ToolWait&) = default;
};

// The open question. It names its intent, plan and attempt, so that an answer cannot be used for another question
// (docs/memory.md, X48).
struct PendingInput {
  using Awaited = std::variant<AskedParam, AskedConfirmation, AskedChange, AskedChoice, ToolWait>;
  enum class Kind { kParam, kConfirm, kChange, kChoice, kTool };  // in the order of Awaited
  Awaited awaited;
  std::string intent;
  std::int64_t plan = 0;
  int asides = 0;         // how often the question was repeated or explained, without counting an attempt
  std::string prompt_id;  // the wording that was used: "refund.order_id.2"
  int attempt = 1;        // of a check: how often the checks have begun for the message
  TimeMs asked_at = 0;
  TimeMs expires_at = 0;    // the time at which the question closes. 0: never
  std::string config_hash;  // the catalog's fingerprint when the question was asked

  Kind kind() const { return static_cast<Kind>(awaited.index()); }
  const std::string& param() const;            // of AskedParam or ToolWait. Empty: none
  const std::vector<Choice>& choices() const;  // of AskedParam or AskedChoice. Empty: none
  const ToolCall* call() const;                // of ToolWait. Null: none
  friend bool operator==(const PendingInput&, const PendingInput&) = default;
};
const char* to_string(PendingInput::Kind kind);  // "param", "confirm", "change", "choice", "tool"

// The conversation is with a person of the embedding program, until that program gives it back
// (SessionEvent::kGiveBack), or the conversation ends. The open intents are suspended.
struct HandedOff {
  std::string reason;     // Handoff::reason
  TimeMs at = 0;          // when the bot handed over
  std::int64_t turn = 0;  // the turn that handed over
  bool said = false;      // the bot has said its `while_handed_off`, or a person has written, which makes it needless
  // The result of the tool call for which the top intent waits. It arrived in the meantime, and the intent takes it
  // when the conversation is given back.
  std::optional<ToolOutcome> outcome;
  friend bool operator==(const HandedOff&, const HandedOff&) = default;
};

// A turn that began when no intent was open. The messages before it can be removed without separating a question from
// its answer. Only for bots with `at_limit: trim`.
struct TurnStart {
  std::int64_t turn = 0;
  std::int64_t message = 0;  // the seq of its first message
  std::int64_t bytes = 0;    // SessionState::bytes before it
  friend bool operator==(const TurnStart&, const TurnStart&) = default;
};

// The dialog state of a session.
struct SessionState {
  std::string session;
  std::string continuation_id;
  std::string bot;          // Catalog::id
  std::string config_hash;  // Catalog::fingerprint of the last turn
  std::int64_t version = 0;
  std::int64_t turns = 0;
  std::int64_t messages = 0;  // messages ever stored; the oldest may have been trimmed
  std::int64_t trimmed = 0;   // the messages with seq <= trimmed are no longer stored
  std::int64_t bytes = 0;     // of the texts of the stored messages
  std::int64_t plans = 0;     // the last Frame::plan that was used
  std::int64_t calls = 0;     // the number of the last tool call
  TimeMs created_at = 0;
  TimeMs updated_at = 0;
  TimeMs began_at = 0;             // the start of the current conversation
  std::int64_t began_turn = 0;     // its first turn
  std::int64_t began_message = 0;  // the seq of its first message. 0: unknown, in states of older versions
  TimeMs expires_at = 0;           // when the conversation expires, by `ttl` and `max_age`. 0: never
  TimeMs kept_until = 0;           // the end of the bot's `retention`, as of the last turn. 0: no end
  std::vector<TurnStart> starts;
  std::string user;    // the owner as a hash (Engine::user_hash). Empty: unknown
  std::string parent;  // the session that this one continues (Request::parent). Empty: none
  // The parent's `continuation_id` when this session began: a later session of the same name is not the parent. Empty:
  // unknown, in states of older versions.
  std::string parent_conversation;
  std::int64_t parent_turn = 0;         // the parent's `began_turn` when this session began
  std::int64_t parent_messages = 0;     // the parent's `messages` when this session began
  Usage usage;                          // the sum of all turns
  std::vector<Frame> frames;            // the stack of open intents; the last one is on top
  std::optional<PendingInput> waiting;  // the open question
  FilledParams params;                  // the params with `scope: session`
  std::string locale;                   // of the channel (`context.locale`). Empty: the bot's
  // The last variant that was used, for each text with several variants.
  std::map<std::string, std::int64_t, std::less<>> ways;
  std::optional<std::string> last_intent;
  Value last_result;
  std::vector<QueuedIntent> queue;         // intents that begin when the open one has ended
  std::vector<QueuedIntent> offered;       // intents of a doubtful message; the bot has asked which one the user means
  std::optional<DoneIntent> done;          // intents without params do not count
  std::vector<ValueInMind> in_mind;        // values that an intent may take when it begins
  std::vector<PrivateText> private_texts;  // of all conversations, as long as their messages are stored
  int unmatched = 0;                       // messages in a row that the bot did not understand
  int exhausted = 0;                       // questions in a row that the bot gave up
  int steps = 0;                           // steps since the last message; limited
  std::vector<std::string> failed_calls;   // digests of calls that failed since the last message, and are not repeated
  bool asked_for_more = false;             // nothing is open, and the last reply ended with a question
  bool ended = false;                      // an `end` event closed the conversation; the next message begins another
  std::optional<HandedOff> handed_off;     // set: a person has the conversation
  std::int64_t counted_from = 0;           // `max_turns` counts from this turn, if it is after began_turn
  bool greets = false;                     // the bot has not said its `on_start` in this conversation yet
  // "done" or "failed": a tool result came after its conversation had ended, and the bot has not reported it yet.
  // Empty: no such result.
  std::string late_result;
  std::string last_message_id;  // Request::id of the last turn

  // Return what the bot waits for, if it has this type: `state.waits_for<ToolWait>()`. Null: the bot waits for
  // something else, or for nothing.
  template <class What>
  const What* waits_for() const {
    return waiting ? std::get_if<What>(&waiting->awaited) : nullptr;
  }
  template <class What>
  What* waits_for() {
    return waiting ? std::get_if<What>(&waiting->awaited) : nullptr;
  }
  friend bool operator==(const SessionState&, const SessionState&) = default;
};

}  // namespace parley
