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
struct Filled {
  Value value;
  std::int64_t turn = 0;  // the turn that gave it
  friend bool operator==(const Filled&, const Filled&) = default;
};

using FilledParams = std::map<std::string, Filled, std::less<>>;

// One open intent.
struct Frame {
  std::string intent;
  std::int64_t plan = 0;  // unique in the session: a plan is never mistaken for another
  FilledParams params;
  Value::Object saved;                               // what `save` took from tool results
  std::map<std::string, int, std::less<>> attempts;  // answers judged and refused, by param ("" = confirmation)
  std::vector<std::string> skipped;                  // params given up by `on_exhausted: skip`
  bool confirmed = false;                            // void as soon as a param changes
  int step = 0;                                      // the next step of the intent
  friend bool operator==(const Frame&, const Frame&) = default;
};

// The question that is open. Tied to intent, plan and attempt (resolution X48 of the design notes): an answer
// can only ever land where it was asked for.
struct Waiting {
  enum class Kind { kParam, kConfirm, kTool };
  Kind kind = Kind::kParam;
  std::string intent;
  std::string param;  // kParam
  std::int64_t plan = 0;
  int step = 0;           // the intent's step that waits; -1 while params are collected
  std::string prompt_id;  // "refund.order_id.2": which wording was used
  int attempt = 1;
  TimeMs asked_at = 0;
  TimeMs expires_at = 0;         // 0: never. After that the question has lapsed
  std::string config_hash;       // the catalog's fingerprint when the question was put
  std::optional<ToolCall> call;  // kTool
  bool started = false;          // kTool: parley itself was running the call when this was stored
  friend bool operator==(const Waiting&, const Waiting&) = default;
};
const char* name_of(Waiting::Kind kind);  // "param", "confirm", "tool"

struct SessionState {
  std::string session;
  std::string continuation_id;
  std::string bot;          // Catalog::id
  std::string config_hash;  // Catalog::fingerprint of the last turn
  std::int64_t version = 0;
  std::int64_t turns = 0;
  std::int64_t messages = 0;  // rows in the store
  std::int64_t plans = 0;     // the last Frame::plan given out
  std::int64_t calls = 0;     // the last tool call given out
  TimeMs created_at = 0;
  TimeMs updated_at = 0;
  std::vector<Frame> frames;
  std::optional<Waiting> waiting;
  FilledParams params;  // those with `scope: session`
  std::optional<std::string> last_intent;
  Value last_result;
  int unmatched = 0;            // messages in a row that meant nothing
  bool ended = false;           // an `end` event closed it; the next message begins anew
  std::string last_message_id;  // of the last turn
  friend bool operator==(const SessionState&, const SessionState&) = default;
};

}  // namespace parley
