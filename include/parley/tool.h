// Tools: the functions that a bot calls, for example to look up an order. A bot declares them. The embedding program
// supplies them in one of two ways: as a C++ function (EngineOptions::tools), or by running the ToolCall of a turn
// itself and sending its ToolResult (parley/turn.h).
//
//   parley::ToolFunctions tools;
//   tools["orders.track"] = [](const parley::ToolCall& call) {
//     if (call.args.at("order") != parley::Value("O-12345")) return parley::ToolOutcome::failed("no such order");
//     return parley::ToolOutcome::ok(parley::Value::Object{{"place", "on a lorry near you"}});
//   };
#pragma once

#include <chrono>
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
  Value::Object args;           // exactly the arguments that the bot's `with` declares
  std::string idempotency_key;  // equal for all tries of this call, unique across sessions
  // Set only for a ToolFunction: the session, how long the engine waits for the outcome, and Request::trace_parent.
  std::string session = {};
  std::chrono::milliseconds timeout{0};
  std::string trace_parent = {};
  friend bool operator==(const ToolCall&, const ToolCall&) = default;
};

// The consumption that the caller and its tools report. The engine adds it up per session.
struct Usage {
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t cost = 0;  // in millionths of the caller's currency
  friend bool operator==(const Usage&, const Usage&) = default;
};

// The outcome of a tool call. Create it with the functions below.
struct ToolOutcome {
  enum class Kind {
    kOk,
    kFailed,    // the tool failed or threw. The bot's `on_failure` branch runs, or the user confirms the offer
    kTimeout,   // the tool did not return within the bot's `timeout`. The engine sets this
    kUnknown,   // the process ended during the call, and the call must not be repeated. The engine sets this
    kRejected,  // the tool does not accept the value of an argument. The bot says why and asks again
  };
  Kind kind = Kind::kOk;
  // kOk: the result, which the bot's `save` reads. kRejected: {argument: a sentence for the user}. kFailed: null, or an
  // offer {argument: value} of values that would succeed.
  Value data;
  std::string error;  // unless kOk: a text for the caller's logs. Never in a reply and never in telemetry
  Usage usage = {};   // what the call consumed

  static ToolOutcome ok(Value data) { return {Kind::kOk, std::move(data), {}, {}}; }
  static ToolOutcome failed(std::string error) { return {Kind::kFailed, {}, std::move(error), {}}; }
  static ToolOutcome offering(std::string error, Value::Object offer) {
    return {Kind::kFailed, Value(std::move(offer)), std::move(error), {}};
  }
  static ToolOutcome rejected(Value::Object why) { return {Kind::kRejected, Value(std::move(why)), {}, {}}; }
  const Value::Object* offer() const { return kind == Kind::kFailed ? data.if_object() : nullptr; }  // or null
  friend bool operator==(const ToolOutcome&, const ToolOutcome&) = default;
};
const char* to_string(ToolOutcome::Kind kind);  // "ok", "failed", "timeout", "unknown", "rejected"

// A tool as a function. The engine calls it on a separate thread, and for different sessions at the same time, so it
// must be thread-safe. The session's next message waits until the call has ended. During the call, the engine holds no
// lock of the store. An exception becomes kFailed. A call that exceeds its timeout continues, and its result is
// dropped; the destructor of the engine waits for it. Empty: the caller runs the tool.
using ToolFunction = std::function<ToolOutcome(const ToolCall&)>;

// Functions by tool name.
using ToolFunctions = std::map<std::string, ToolFunction, std::less<>>;

}  // namespace parley
