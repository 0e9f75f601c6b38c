// The planner: what happens next, as a pure function.
//
//   (bot, state, event, moment) -> Transition
//
// No store, no clock, no regular expression, no YAML: everything it needs comes in, everything it decides goes
// out. The same arguments always give the same transition, which is what makes a turn replayable.
//
// The states of a session, and who performs each edge (functions of planner/dialog.h):
//
//            message names an intent: start
//   +------+ ------------------------------> +------------+
//   | idle |                                 |   ahead    | <---------------------------------------+
//   +------+ <------------------------------ +------------+                                         |
//      |  ^     last step done: close             |  |  |                                           |
//      |  |                                       |  |  | a param is missing: ask                   |
//      |  +--- cancel, no, handoff, reset, end    |  |  +-----------> [ waiting: param ]    ---------+ answered: take
//      |                                          |  | to be confirmed: confirm                     |
//      |  nothing understood: fallback            |  +--------------> [ waiting: confirm ]  ---------+ yes, or a
//      change: take
//      +----+                                     | a tool step: call_tool                          |
//      ^    |                                     +-----------------> [ waiting: tool ]     ---------+ its outcome
//      +----+
//
//   While waiting: an answer that does not fit is judged and asked again until `max_attempts`, then `on_exhausted`.
//   While waiting: another intent puts a new frame on the stack (digression); when it closes, the one below goes on
//   with its question, its attempts as they were.
//
// Invariants
//   1. After a step either nothing is open, or exactly one question is (frames empty <=> waiting not set).
//   2. A question is about the top frame: same intent, same plan.
//   3. Nothing asks for ever: every judged answer raises a stored counter, and only progress resets it.
//   4. A tool call's arguments are only what its `with` names; a value changes only to a valid one.
//   5. What is confirmed is what is done: a change of any param voids the confirmation.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/turn.h"
#include "parley/understanding.h"

namespace parley::planner {

using Event = std::variant<Understanding, ToolOutcome, SessionEvent>;

// When and under what circumstances. `context` is the request's: facts the channel knows.
struct Moment {
  TimeMs now = 0;
  std::int64_t turn = 1;
  Value context;
  std::string config_hash;
};

struct Transition {
  SessionState state;
  std::vector<Step> steps;
  Status status = Status::kDone;
  std::optional<std::string> intent;  // the open one, else the one that ended in this step
  Value::Object params;               // of that intent
  std::vector<std::string> trace;     // the rules that applied, in order: names only, never a value
};

// Requires: a ToolOutcome only while state.waiting is a tool's.
Transition step(const config::BotDefinition& bot, SessionState state, const Event& event, const Moment& moment);

// Fits a state to a bot that changed since the state was stored: what vanished is dropped, the rest goes on.
// Returns what was dropped, as trace lines.
std::vector<std::string> adapt(const config::BotDefinition& bot, SessionState& state, const std::string& config_hash);

}  // namespace parley::planner
