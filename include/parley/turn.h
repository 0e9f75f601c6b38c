// Request and Turn: the input and the output of Engine::handle. parley/protocol.h converts them to and from JSON;
// docs/protocol.md describes every field.
//
//   parley::Request request = parley::Request::text("web:1", "cancel my order");
//   request.id = "msg-17";
//   request.context = parley::Value::Object{{"channel", "web"}};
//   auto turn = engine->handle(request);
//   if (turn && turn->waiting_for_param) std::cout << "asks for " << *turn->waiting_for_param << '\n';
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "parley/attachment.h"
#include "parley/clock.h"
#include "parley/message.h"
#include "parley/tool.h"
#include "parley/trace.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley {

// ---- input ----------------------------------------------------------------------------------------------

// The result of the caller's own NLU, which replaces the classifier for this message. The engine validates the params
// as if the user had said them. kInvalidRequest: an intent or a param that the bot does not have.
//
//   parley::NluResult result;
//   result.acts.push_back({parley::acts::Deny{}});
//   result.acts.push_back({parley::acts::Correct{"amount", parley::NluResult::value("amount", 60)}});
struct NluResult {
  using Readings = std::vector<std::pair<std::string, Value>>;  // params with a value each; the user means one of them
  struct FurtherIntent {
    std::string intent;
    Value::Object params;
    std::vector<Readings> ambiguous;
  };

  std::optional<std::string> intent;  // unset: the message names no intent
  Value::Object params;
  Act act = Act::kInform;
  std::vector<FurtherIntent> further;  // further intents of the same message, in order
  std::vector<std::string> change;     // params of the open intent that the user wants to change, without new values
  std::variant<std::monostate, std::int64_t, std::string> choose;  // the choice: its number from 0, or its label
  std::vector<Readings> ambiguous;
  // What the user does, in the order of the message, at most 100. If set, the other members are unset. Of a value, the
  // engine reads `param`, `value`, `op` and, for Inform, `intent`. The source is always the caller.
  std::vector<DialogAct> acts = {};

  // One act, such as that of a button: NluResult::of(acts::Affirm{}).
  static NluResult of(DialogAct::What what) {
    NluResult result;
    result.acts.push_back({std::move(what)});
    return result;
  }
  // A Request with values for its params.
  static NluResult request(std::string intent, const Value::Object& params) {
    acts::Request request;
    request.wanted.candidate.intent = std::move(intent);
    for (const auto& [param, given] : params) request.wanted.params.push_back(value(param, given));
    return of(std::move(request));
  }
  static ParamValue value(std::string param, Value value) {
    ParamValue out;
    out.param = std::move(param);
    out.value = std::move(value);
    return out;
  }
};

// The outcome of a ToolCall that the caller has run (TurnStatus::kToolCall).
struct ToolResult {
  std::string call_id;
  ToolOutcome outcome;
};

// Data that the caller writes to a session without a message of the user: a person's reply after a handoff, the values
// of a form, a title. A write is a turn: it has an id and a place in the order, and it is stored as a whole or not at
// all. It says nothing, asks nothing and calls no tool. The next message continues from the written state.
//
//   Request request;
//   request.session = "web:1";
//   request.input = SessionWrite{.messages = {{Role::kAssistant, "This is Ann. I have refunded it."}}};
//   engine->handle(request);
//
// kInvalidRequest: an unknown intent or param, or a value that is not valid for its param. While a tool call waits for
// its result, also any `intent`, `params` or `waiting_for_param`.
struct SessionWrite {
  struct Text {
    Role role = Role::kAssistant;  // kUser or kAssistant
    std::string text;              // at most Limits::max_message_bytes
    // With the limits of Request::details. `author` names the person who wrote the message, at most 128 bytes. While
    // the conversation is handed off, a message with the role kAssistant and no author gets the author kAgent.
    MessageDetails details = {};
  };
  std::vector<Text> messages;  // appended in this order; at most 100
  std::string intent;          // becomes the open intent, and begins if it is not open. Empty: no change
  // Values for params of the open intent; a param with `scope: session` needs no open intent. They are validated like
  // the values of NluResult. A value for the awaited param closes its question, and any change closes a confirmation.
  Value::Object params;
  // The param of the open intent that the next message answers first, because the caller has asked for it. If the
  // conversation is handed off, this gives it back to the bot. "": closes the open question. Unset: no change.
  std::optional<std::string> waiting_for_param;
  // If above 0, removes all turns except the newest `keep_turns`. It keeps more turns if otherwise it would split an
  // exchange or remove the open question. 0: removes nothing.
  std::int64_t keep_turns = 0;

  // The members from here on are only for the write that begins a session. Use Engine::annotate later.
  std::string title;
  // The first message of the contexts of this conversation, except those for an agent (docs/context.md). At most
  // Limits::max_message_bytes.
  std::string system_prompt;
  std::vector<std::string> tags;
  Value::Object metadata;
};

// An event that is not a message.
enum class SessionEvent {
  kSilence,   // the user is silent
  kEnd,       // the channel ended the conversation
  kReset,     // the conversation must begin again
  kStart,     // the user has opened the channel and not written yet: the bot says its `on_start`
  kGiveBack,  // the person who has the conversation gives it back to the bot. kInvalidRequest: no person has it
};
const char* to_string(SessionEvent event);  // "silence", "end", "reset", "start", "give_back"

// Whether a text has the form of Request::trace_parent: "00-", 32 digits, "-", 16 digits, "-", 2 digits, in lower hex.
bool is_trace_parent(std::string_view text);

// The input of one turn.
struct Request {
  // The name of the session: 1 to 128 characters from [A-Za-z0-9._:@+-]. A session begins with its first request. Set
  // either this or `continuation_id`.
  std::string session;
  std::string continuation_id;  // Turn::continuation_id of the conversation to continue, instead of `session`
  std::variant<std::string, NluResult, ToolResult, SessionEvent, SessionWrite> input;  // a string: the user's text
  std::string id;             // the message id: the same id in a session gets the same turn. Empty: parley creates one
  Value context;              // facts of the channel for the bot's conditions: an object, or null
  std::optional<TimeMs> now;  // the time of the turn. Unset: the engine's clock
  bool resume = false;        // with kGiveBack, true: what was open continues. false: the bot begins afresh
  bool explain = false;       // true: Turn::explain is set
  bool must_exist = false;    // true: the turn fails with kUnknownSession or kSessionExpired if the session is not live
  // The owner of the session, at most 512 bytes; stored as a hash. A session that has an owner keeps it: for another
  // user the turn fails with kInvalidRequest, or is in another session (the bot's `session: other_user`,
  // Turn::session). Empty: unknown.
  std::string user;
  Usage usage;  // what the caller's own models consumed for this message
  // For a session that begins with this message: the session of the same user that it continues. Contexts show that
  // session's messages first. kUnknownSession, kSessionExpired or kInvalidRequest if it cannot be used.
  std::string parent;
  // Data that belongs to the message: stored with it and shown in contexts (parley/context.h), but never read by the
  // dialog. The call_id must be empty. At most 100 files, and Limits::max_context_bytes as JSON.
  MessageDetails details = {};
  // The place of the request in a distributed trace: `traceparent` of W3C Trace Context. The engine passes it on to
  // telemetry and tools, and does not store it. Empty: none.
  std::string trace_parent = {};
  // true: the events kEnd and kReset fail with kInvalidRequest while a person has the conversation. For requests of
  // users, who must not end a handoff.
  bool spares_handoff = false;

  static Request text(std::string session, std::string text) {
    Request request;
    request.session = std::move(session);
    request.input = std::move(text);
    return request;
  }
  // A message of the person who has the conversation. `author`: that person's name.
  static Request from_person(std::string session, std::string text, std::string author = kAgent) {
    Request request;
    request.session = std::move(session);
    SessionWrite write;
    write.messages.push_back({Role::kAssistant, std::move(text), {}});
    write.messages.back().details.author = std::move(author);
    request.input = std::move(write);
    return request;
  }
};

// ---- output ---------------------------------------------------------------------------------------------

// A question to the user.
struct AskUser {
  std::string param;
  std::string prompt;
  int attempt = 1;                   // 1 for the first time, 2 for the first reprompt
  std::vector<std::string> options;  // quick replies: the values of a list, yes and no, or the choices. May be empty
  std::vector<Attachment> attachments = {};
  friend bool operator==(const AskUser&, const AskUser&) = default;
};

// A confirmation before the steps of an intent run.
struct Confirm {
  std::string prompt;
  Value::Object params;  // the values that the steps will use
  int attempt = 1;
  std::vector<std::string> options = {};  // quick replies: the bot's words for yes and no. May be empty
  std::vector<Attachment> attachments = {};
  friend bool operator==(const Confirm&, const Confirm&) = default;
};

// A text for the user.
struct Say {
  std::string text;
  std::vector<Attachment> attachments = {};
  friend bool operator==(const Say&, const Say&) = default;
};

// The conversation goes to a person. Holds the information for that person.
struct Handoff {
  std::string reason;  // "requested", "exhausted", "fallback", "tool_failed", "max_turns", or a reason of the bot
  // The open intent; may be empty. An intent without values that only leads to a person gives way to the intent that it
  // interrupted.
  std::string intent;
  Value::Object params;
  Value::Object attempts;          // by param: the number of failed answers of each kind (AnswerFailure)
  std::vector<std::string> recap;  // the last messages as they are stored: "user: ...", "assistant: ..."
  // Everything else that is open: {"intent", "params", "state"}, the state is "interrupted", "queued" or "offered".
  Value::Array open = {};
  friend bool operator==(const Handoff&, const Handoff&) = default;
};

using Step = std::variant<AskUser, ToolCall, Confirm, Say, Handoff>;

// Returns the attachments of a step; null for a kind of step that has none.
std::vector<Attachment>* attachments_of(Step& step);
const std::vector<Attachment>* attachments_of(const Step& step);

enum class TurnStatus {
  kWaiting,   // the bot waits for an answer of the user: a param, a choice, or a yes or no
  kDone,      // nothing is open
  kToolCall,  // the caller must run the ToolCall at the end of `steps`, and send its ToolResult
  kHandoff,   // a person takes over, or has the conversation (Turn::handed_off)
};
const char* to_string(TurnStatus status);  // "waiting", "done", "tool_call", "handoff"

// The output of one turn.
struct Turn {
  std::string session;
  std::string id;        // the message id
  std::int64_t seq = 0;  // the number of the turn in its session: 1, 2, 3, ...
  TurnStatus status = TurnStatus::kDone;
  std::vector<std::string> say;                  // the texts for the user, in order, with attachments as plain text
  std::vector<Step> steps;                       // the texts and all other actions of the bot, in order
  std::optional<std::string> intent;             // the intent that the turn was about
  Value::Object params;                          // the params of that intent
  std::optional<std::string> waiting_for_param;  // the param that the bot asks for
  std::string continuation_id;                   // an unguessable id of this conversation, for Request::continuation_id
  bool duplicate = false;                        // an earlier turn had this message id; this is that turn
  bool continued = false;                        // the conversation has earlier turns
  bool handed_off = false;                       // after this turn, a person has the conversation
  // Masks replace private values that the user got, because the store lacks them (docs/privacy.md). Set in stored
  // turns, and in the output of handle() only if `duplicate` is true or a crash has interrupted the turn.
  bool masked = false;
  // "expired", "ended" or "rolled_over": why this turn began a new conversation in its session. "max_turns": the engine
  // refused the message. "late_result": a stored turn that only records a late tool result; handle() never returns it.
  // Otherwise empty.
  std::string reason;
  Value explain;                  // with Request::explain: an object with `understanding` and `trace`. Else null
  std::vector<TraceEvent> trace;  // with Request::explain: the decisions of the planner as values. Never stored
};

}  // namespace parley
