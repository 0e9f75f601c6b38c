// The planner decides what happens next in a conversation:
//
//   (bot, state, event, context) -> new state, Transition
//
// It uses no store, no clock and no YAML. The same arguments always give the same state and transition, so a turn can
// be replayed. Of intents/ it uses the evaluation of conditions, the effects of intents, and the comparison of words
// with options.
//
// The states of a session. Each edge names the function that performs it.
//
//            a message names an intent: push_intent; a follow-up: handle_follow_up
//   +------+ --------------------------------> +-----------+
//   | idle |                                   | executing | <----------------------------------------------------+
//   +------+ <-------------------------------- +-----------+   run_until_blocked                                  |
//     |  ^    the last step: complete_intent     | | | | |                                                       |
//     |  |    (a queued intent: start_queued)    | | | | | a choice is open         [ waiting: choice ]  chosen --+
//     |  |                                       | | | | +- ask_choice                                            |
//     |  +- cancel, no, reset, end               | | | | a param is missing         [ waiting: param ]   answered +
//     |                                          | | | +--- ask_param                                             |
//     |  no intent matches: handle_new_intent    | | | a value must be checked      [ waiting: tool ]    outcome -+
//     +----+                                     | | +----- run_checks                                            |
//     ^    |  or the bot offers the doubtful     | | it must be confirmed           [ waiting: confirm ] yes,     |
//     +----+  intents: offer_intents             | +------- ask_confirmation        | no                  changes -+
//                                                |                                [ waiting: change ]  changes ---+
//                                                | a tool step                      [ waiting: tool ]    outcome --+
//                                                +--------- call_tool
//
//            hand_off: a command, a step, a question that is given up, a failed tool, a limit
//   +-------------------------------------+ ----------------------------------> +------------+ --+  messages, results,
//   | idle, executing, waiting            |                                     | handed off |   |  silence: nothing is
//   +-------------------------------------+ <---------------------------------- +------------+ <-+  said or understood
//     with `resume`, to executing: the suspended intents continue      give_back      |
//     without, to idle: they are dropped                                              +--> idle: end, reset
//
//   The result of a tool that arrives while the conversation is handed off is held, and taken when it is given back.
//   handle_message resolves, applies and settles the acts of a message (planner/message_handler.h).
//   While waiting: an answer that is not accepted is counted, and the question asked again (reject_answer), until
//   `max_attempts`; then give_up does what `on_exhausted` says.
//   While waiting: a question of the user is answered, and the open question is asked again (handle_inquiry).
//   While waiting: another intent goes on top of the open one (handle_digression). When it ends, the intent below
//   continues with its question and its attempts.
//   A change of a param restarts the steps. Steps that ran with the same values are not repeated (begin_step).
//
// Invariants
//   1. After a step, either nothing is open, or exactly one question is (frames empty <=> waiting not set), or the
//      conversation is handed off. Then the frames are suspended, and the top frame may wait only for a tool.
//   2. A question is about the top frame: same intent, same plan.
//   3. Nothing is asked forever. Each rejected answer raises a stored count. Progress resets the count, except the
//      count of values that tools rejected. The planner also counts how often the user says "repeat" or "why".
//   4. A tool gets only the arguments that its `with` names. A value is replaced only by a valid one.
//   5. The steps use the values that were confirmed. Before the steps begin, a change of any param voids the
//      confirmation. After that, a change by the user voids the confirmation, and the result of a tool does not.
//   6. The number of steps for one message is limited. A call that failed is not made again for the same message.
//   7. Each step of the planner says, asks, confirms, calls or hands over, except while the conversation is handed off,
//      and for a start without a greeting. A write of the caller does none of these. A write may leave an intent open
//      without a question; the next message continues that intent.
//   8. The trace reports the beginning and the end of each intent. A handoff ends an intent; giving back with `resume`
//      takes this end back.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "config/definition.h"
#include "parley/session.h"
#include "parley/trace.h"
#include "parley/turn.h"
#include "parley/understanding.h"
#include "planner/transition.h"

namespace parley::planner {

using Event = std::variant<Understanding, ToolOutcome, SessionEvent>;

// Changes the state in place: a copy of a state costs as much as a step. The new state and the transition depend only
// on the arguments. After an exception, the state must not be used. Requires: if `event` is a ToolOutcome, the state
// waits for a tool.
Transition step(const config::BotDefinition& bot, SessionState& state, const Event& event, const TurnContext& context);

// A SessionWrite whose names exist in the bot and whose values are validated.
struct PlannedWrite {
  std::string intent;              // empty: no change
  std::vector<ParamValue> values;  // ParamValue::intent names the intent of each param
  std::optional<std::string> waiting_for_param;
};

// Changes the state of a session in place (planner/session_write.cc). The transition has no steps. Requires: the state
// does not wait for a tool, unless `write` is empty.
Transition apply_write(const config::BotDefinition& bot, SessionState& state, const PlannedWrite& write,
                       const TurnContext& context);

// Adapts a state to a bot that changed since the state was stored (planner/migrate_state.cc). Renamed intents and
// params continue (`formerly`). Intents, params and values that the bot no longer has are dropped. The bot asks again
// for values that it no longer accepts. `validate_type`: as in TurnContext; without it, the types are not judged.
// Returns the changes.
std::vector<TraceEvent> adapt(const config::BotDefinition& bot, SessionState& state, const std::string& config_hash,
                              const TurnContext::Validator& validate_type = {});

}  // namespace parley::planner
