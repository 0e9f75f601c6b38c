// Tools: what a bot can do in the world. A bot declares them; the host supplies them, as a C++ function
// (EngineOptions::tools) or by answering the turn's `tool_call` through the protocol.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "parley/clock.h"
#include "parley/value.h"

namespace parley {

struct ToolCall {
  std::string call_id;          // unique in its session
  std::string name;             // "refunds.create"
  Value::Object args;           // exactly what the bot's `with` declares
  std::string idempotency_key;  // the same for every attempt of this call, unique across sessions
  friend bool operator==(const ToolCall&, const ToolCall&) = default;
};

// What models and tools took, as the host and its tools report it; added up by session.
struct Usage {
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t cost = 0;  // in millionths of the host's currency
  friend bool operator==(const Usage&, const Usage&) = default;
};

struct ToolOutcome {
  enum class Kind {
    kOk,
    kFailed,    // the tool said no, or threw
    kTimeout,   // no answer in the bot's `timeout`
    kUnknown,   // the process died while a call that may not be repeated was running
    kRejected,  // it will not take an argument's value: the user is asked again
  };
  Kind kind = Kind::kOk;
  Value data;         // kOk: the result, read by `save`; kRejected: {argument: the sentence that says why}; kFailed:
                      // {param: value} that it could do instead, put to the user to be confirmed
  std::string error;  // otherwise: for the host's eyes; never said to the user, never in telemetry
  Usage usage = {};

  static ToolOutcome ok(Value data) { return {Kind::kOk, std::move(data), {}, {}}; }
  static ToolOutcome failed(std::string error) { return {Kind::kFailed, {}, std::move(error), {}}; }
  static ToolOutcome offering(std::string error, Value::Object offer) {
    return {Kind::kFailed, Value(std::move(offer)), std::move(error), {}};
  }
  static ToolOutcome rejected(Value::Object why) { return {Kind::kRejected, Value(std::move(why)), {}, {}}; }
  const Value::Object* offer() const { return kind == Kind::kFailed ? data.if_object() : nullptr; }  // null: none
  friend bool operator==(const ToolOutcome&, const ToolOutcome&) = default;
};
const char* to_string(ToolOutcome::Kind kind);  // "ok", "failed", "timeout", "unknown", "rejected"

// [Threading] runs on a thread of parley's own, several at once for different sessions.
// [Locking]   no lock of the store is held; the session's next message waits until the call has ended.
// [Errors]    an exception is an outcome kFailed. A call that outlives its timeout is left to end by itself
//             and its result is dropped; destroying the Engine waits for it.
using ToolFunction = std::function<ToolOutcome(const ToolCall&)>;

// Functions by the names of their tools.
using ToolFunctions = std::map<std::string, ToolFunction, std::less<>>;

}  // namespace parley
