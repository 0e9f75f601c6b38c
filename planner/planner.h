// The planner: what happens next, as a pure function.
//
//   (bot, state, event, moment) -> Transition
//
// No store, no clock, no YAML: everything it needs comes in, everything it decides goes out. The same arguments always
// give the same transition, which is what makes a turn replayable. (Of intents/ it uses `holds`, for conditions.)
//
// The states of a session, and who performs each edge (functions of planner/dialog.h):
//
//            a message names an intent: push
//   +------+ --------------------------------> +-----------+
//   | idle |                                   |  advance  | <----------------------------------------------------+
//   +------+ <-------------------------------- +-----------+                                                      |
//     |  ^    the last step is done: close        | | | | |                                                       |
//     |  |    (a queued intent: start_queued)     | | | | | which of two is meant?   [ waiting: choice ]  chosen -+
//     |  |                                        | | | | +- choose                                               |
//     |  +- cancel, no, handoff, reset, end       | | | | a param is missing       [ waiting: param ]  answered --+
//     |                                           | | | +--- ask                                                  |
//     |  nothing understood: fallback             | | | a value is to be checked [ waiting: tool ]  its outcome --+
//     +----+                                      | | +----- run_checks                                           |
//     ^    |                                      | | to be confirmed          [ waiting: confirm ]  yes, other --+
//     +----+                                      | +------- confirm             | no                              |
//                                                 |                          [ waiting: change ]  other values ---+
//                                                 | a tool step              [ waiting: tool ]    its outcome ----+
//                                                 +--------- perform
//
//   While waiting: what does not answer is judged and asked again until `max_attempts`, then `on_exhausted`.
//   While waiting: another intent puts a new frame on the stack (digression); when it closes, the one below goes on
//   with its question, its attempts as they were.
//   A change of what is filled begins the steps again; those that were done with the same values are not repeated.
//
// Invariants
//   1. After a step either nothing is open, or exactly one question is (frames empty <=> waiting not set).
//   2. A question is about the top frame: same intent, same plan.
//   3. Nothing asks for ever: every judged answer raises a stored counter; progress resets it, except what tools
//      rejected. Words about a question (repeat, why) are counted too.
//   4. A tool call's arguments are only what its `with` names; a value changes only to a valid one.
//   5. What is confirmed is what is done: a change of any param voids the confirmation, until the steps begin. From
//      then on a change that the user makes does, and a tool's result does not.
//   6. The steps of one message are bounded, and a call that failed is not made again for the same message.
//   7. Every step of the planner says, asks, confirms, calls or hands off. A host's write does none of these, and may
//      leave an intent open without a question: the next message goes on with that intent.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/trace.h"
#include "parley/turn.h"
#include "parley/understanding.h"
#include "planner/response_renderer.h"

namespace parley::planner {

using Event = std::variant<Understanding, ToolOutcome, SessionEvent>;

// When and under what circumstances. `context` is the request's: facts the channel knows.
struct TurnContext {
  TimeMs now = 0;
  std::int64_t turn = 1;
  Value context;
  std::string config_hash;
  using Judge = std::function<ParamValue(const std::string& intent, const std::string& param, const Value& value)>;
  // Judges a value that a tool gave, as if the user had said it now. Pure. Empty: only the rules of `validate` judge
  // it.
  Judge judge = {};
  // Judges a value that the bot's author gave ("today") by the param's type alone, at this moment. Pure. Empty: such
  // values are taken as they stand.
  Judge judge_type = {};
  // The conversation has reached `session.max_turns`, and the bot hands such a conversation over (`at_limit: handoff`).
  bool over_turn_limit = false;
  // Secret of the host, part of the key of the digests that stand for facts in the state (Frame::facts). May be empty.
  std::string fact_key = {};
};

struct Transition {
  SessionState state;
  std::vector<Step> steps;
  TurnStatus status = TurnStatus::kDone;
  std::optional<std::string> intent;  // the open one, else the one that ended in this step
  Value::Object params;               // of that intent
  DisclosedValues told;               // forms of values that may be private, in what `steps` say
  std::vector<TraceEvent> trace;      // the decisions, in order
};

// Requires: a ToolOutcome only while state.waiting is a tool's.
Transition step(const config::BotDefinition& bot, SessionState state, const Event& event, const TurnContext& moment);

// A SessionWrite whose names and values are those of the bot.
struct HostWrite {
  std::string intent;              // empty: no change
  std::vector<ParamValue> values;  // valid; `intent` names whose param each one is
  std::optional<std::string> waiting_for_param;
};

// Changes what the session knows. The transition has no steps (planner/host_write.cc).
// Requires: state.waiting is not a tool's unless `write` is empty.
Transition apply_write(const config::BotDefinition& bot, SessionState state, const HostWrite& write,
                       const TurnContext& moment);

// The tool step whose outcome a state is waiting for; null when it waits for none, or the bot has lost it.
const config::StepDefinition* waiting_step(const config::BotDefinition& bot, const SessionState& state);

// The param that a step passes as it is under the name of an argument; else what is called so itself.
std::string param_behind(const config::StepDefinition& step, const std::string& argument);

// Fits a state to a bot that changed since it was stored (planner/migrate_state.cc). What was renamed follows
// (`formerly`), what vanished or would no longer be taken is dropped and asked for again, the rest goes on. Returns
// what changed.
std::vector<TraceEvent> adapt(const config::BotDefinition& bot, SessionState& state, const std::string& config_hash);

}  // namespace parley::planner
