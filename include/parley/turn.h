// Request and Turn: what goes into the engine and what comes out. The JSON forms are in parley/protocol.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "parley/clock.h"
#include "parley/message.h"
#include "parley/tool.h"
#include "parley/trace.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley {

// ---- in -------------------------------------------------------------------------------------------------

// A caller's own NLU in place of the classifier. Params are judged like a user's (canonical form, validation). A name
// that the bot does not know is kInvalidRequest.
struct NluResult {
  using Readings = std::vector<std::pair<std::string, Value>>;  // params with a value each, of which one is meant
  struct FurtherIntent {
    std::string intent;
    Value::Object params;
    std::vector<Readings> ambiguous;
  };

  std::optional<std::string> intent;  // none: the message names no intent
  Value::Object params;
  Act act = Act::kInform;
  std::vector<FurtherIntent> further;  // other intents of the same message, in order
  std::vector<std::string> change;     // params of the open intent that are named without a value
  std::variant<std::monostate, std::int64_t, std::string> choose;  // of the choices: its number from 0, or its label
  std::vector<Readings> ambiguous;
};

struct ToolResult {
  std::string call_id;
  ToolOutcome outcome;
};

// What the host writes to a session without a user's message: a person's answer after a handoff, a form that was filled
// in, a title. One write is one turn: it has an id, a place in the order, and it is stored as a whole or not at all.
// It says nothing, asks nothing and calls no tool; the next message goes on from it.
//
//   Request request;
//   request.session = "web:1";
//   request.input = SessionWrite{.messages = {{Role::kAssistant, "This is Ann. I have refunded it."}}};
//   engine->handle(request);
//
// kInvalidRequest: an intent or a param that the bot does not have, a value that the param refuses, or a param,
// an intent or a question while a tool call is open.
struct SessionWrite {
  struct Text {
    Role role = Role::kAssistant;  // kUser or kAssistant
    std::string text;              // at most Limits::max_message_bytes
    MessageDetails details = {};   // as Request::details
  };
  std::vector<Text> messages;  // appended in this order; at most 100
  std::string intent;          // becomes the open intent; it begins where it is not open yet. Empty: no change
  Value::Object params;        // merged into the open intent; a param with `scope: session` needs no open intent.
                               // Judged like the values of NluResult. Filling the awaited param closes its
                               // question; any change closes a confirmation
  std::optional<std::string> waiting_for_param;  // the param of the open intent that the next message answers first:
                                                 // the host has asked for it. "": no question is open any more
  std::int64_t keep_turns = 0;                   // > 0: older turns are removed, but never a part of an exchange, nor
                                                 // the open question. 0: nothing is removed
  // Only in the write that begins a session; later: Engine::annotate.
  std::string title;
  std::string system_prompt;  // shown first in the contexts of the conversation that begins here, except to an agent
                              // (docs/context.md). At most Limits::max_message_bytes
  std::vector<std::string> tags;
  Value::Object metadata;
};

enum class SessionEvent { kSilence, kEnd, kReset };
const char* to_string(SessionEvent event);  // "silence", "end", "reset"

struct Request {
  std::string session;  // 1 to 128 characters out of [A-Za-z0-9._:@+-]; required unless `continuation_id` is set
  std::string continuation_id;  // of an earlier turn: its conversation, in place of `session`
  std::variant<std::string, NluResult, ToolResult, SessionEvent, SessionWrite> input;  // a string: the user's text
  std::string id;             // message id; the same id gives the same turn. Empty: parley makes one
  Value context;              // an object, or null
  std::optional<TimeMs> now;  // instead of the clock
  bool explain = false;
  bool must_exist = false;  // a session that is not live is kUnknownSession or kSessionExpired, and none is begun
  std::string user;         // whose session it is; kept as a hash, for what is asked for by user. Empty: not said
  Usage usage;              // what the host's own NLU or LLM took for this message
  std::string parent;       // of a session that begins with this message: the stored session, of the same user, whose
                            // messages come before its own in contexts. Else kUnknownSession, kInvalidRequest
  // What the message came with: kept with it and shown in contexts (parley/context.h), never read by the dialog. Its
  // call_id is empty; at most 100 files; together as JSON no longer than Limits::max_context_bytes.
  MessageDetails details = {};

  static Request text(std::string session, std::string text) {
    Request request;
    request.session = std::move(session);
    request.input = std::move(text);
    return request;
  }
};

// ---- out ------------------------------------------------------------------------------------------------

struct AskUser {
  std::string param;
  std::string prompt;
  int attempt = 1;                   // 1 for the first time the question is put
  std::vector<std::string> options;  // quick replies: a list's values, or the choices
  friend bool operator==(const AskUser&, const AskUser&) = default;
};

struct Confirm {
  std::string prompt;
  Value::Object params;  // exactly what will be done
  int attempt = 1;
  friend bool operator==(const Confirm&, const Confirm&) = default;
};

struct Say {
  std::string text;
  friend bool operator==(const Say&, const Say&) = default;
};

// The packet for the person who takes over.
struct Handoff {
  std::string reason;  // "requested", "exhausted", "fallback", "tool_failed", "max_turns", or the bot's own word
  std::string intent;  // what was open; may be empty
  Value::Object params;
  Value::Object attempts;          // by param: how often which kind of answer did not do
  std::vector<std::string> recap;  // the last messages as they are stored: "user: ...", "assistant: ..."
  friend bool operator==(const Handoff&, const Handoff&) = default;
};

using Step = std::variant<AskUser, ToolCall, Confirm, Say, Handoff>;

enum class TurnStatus {
  kWaiting,   // for an answer: waiting_for_param, or a yes or no
  kDone,      // nothing is open
  kToolCall,  // the host runs the last ToolCall of `steps` and posts its result
  kHandoff,   // a person takes over
};
const char* to_string(TurnStatus status);  // "waiting", "done", "tool_call", "handoff"

struct Turn {
  std::string session;
  std::string id;        // the message id
  std::int64_t seq = 0;  // 1 for the first turn of a session; dense
  TurnStatus status = TurnStatus::kDone;
  std::vector<std::string> say;  // what the user is to be told, in order
  std::vector<Step> steps;       // what the planner decided, in order
  std::optional<std::string> intent;
  Value::Object params;  // of that intent
  std::optional<std::string> waiting_for_param;
  std::string continuation_id;    // names this conversation for other tools; unguessable
  bool duplicate = false;         // this message id had been answered before; nothing was done
  bool continued = false;         // the session went on from earlier turns
  std::string reason;             // why not, when there were earlier turns: "expired", "ended", "rolled_over"; or why
                                  // nothing was done: "max_turns". "late_result": a stored turn that nobody was
                                  // answered with; it records a tool result that came too late
  Value explain;                  // when asked for: understanding and trace
  std::vector<TraceEvent> trace;  // when asked for: the decisions of the planner in `explain`. Never stored
};

}  // namespace parley
