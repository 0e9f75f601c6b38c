// Checks the invariants of a stored session, whose writers may have been killed or stopped.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "parley/parley.h"
#include "tests/torture/processes.h"
#include "tests/torture/side_effects.h"
#include "tests/torture/torture_bot.h"

namespace parley::torture {

// Requires that no message of the session is trimmed.
inline void check_messages(const SessionRecord& record, Diagnostics& findings) {
  const std::string& session = record.state.session;
  std::int64_t seq = 0, turn = 1;
  for (const Message& message : record.messages) {
    findings.expect(message.seq == ++seq, session + ": a gap before message " + std::to_string(message.seq));
    findings.expect(message.turn == turn || message.turn == turn + 1,
                    session + ": no message of turn " + std::to_string(turn + 1));
    turn = message.turn;
  }
  findings.expect(seq == record.state.messages, session + ": messages miscounted");
  findings.expect(turn == record.state.turns, session + ": no message of the last turn");
}

inline void check_turns(const SessionRecord& record, Diagnostics& findings) {
  const SessionState& state = record.state;
  const std::string& session = state.session;
  std::set<std::string> ids;
  std::int64_t seq = 0;
  for (const StoredTurn& each : record.turns) {
    findings.expect(each.turn.seq == ++seq, session + ": a gap before turn " + std::to_string(each.turn.seq));
    findings.expect(ids.insert(each.turn.id).second, session + ": two turns of one message, " + each.turn.id);
    findings.expect(each.complete || seq == state.turns, session + ": an unfinished turn remained");
  }
  if (!findings.expect(seq == state.turns && seq > 0, session + ": turns miscounted")) return;

  const StoredTurn& last = record.turns.back();
  findings.expect(state.last_message_id == last.turn.id, session + ": the state does not belong to the last turn");
  const ToolWait* wait = state.waits_for<ToolWait>();
  const bool runs = wait && wait->running;
  findings.expect(runs == !last.complete, session + ": the pending call does not agree with the last turn");
  if (!last.complete) return;
  findings.expect(state.waiting.has_value() == (last.turn.status == TurnStatus::kWaiting),
                  session + ": the pending question does not agree with the last turn");
  const AskedParam* asked = state.waits_for<AskedParam>();
  findings.expect(last.turn.waiting_for_param == (asked ? std::optional(asked->param) : std::nullopt),
                  session + ": the awaited param does not agree with the last turn");
}

inline void check_calls(const SessionRecord& record, Diagnostics& findings) {
  std::set<std::string> ids, keys;
  for (const CallRecord& call : record.calls) {
    const std::string name = record.state.session + " " + call.call_id;
    findings.expect(ids.insert(call.call_id).second, name + ": exists twice");
    findings.expect(keys.insert(call.idempotency_key).second, name + ": has another's key");
    const bool may_run = call.turn == record.state.turns && !record.turns.back().complete;
    findings.expect((call.status == CallRecord::Status::kStarted) == may_run,
                    name + ": " + to_string(call.status) + " is not a possible status");
  }
}

inline void check_session(const SessionRecord& record, Diagnostics& findings) {
  check_turns(record, findings);
  check_messages(record, findings);
  check_calls(record, findings);
}

// Checks that each number in a reply follows the previous number.
inline std::int64_t check_numbers(const SessionRecord& record, Diagnostics& findings) {
  std::int64_t last = 0;
  for (const StoredTurn& each : record.turns) {
    const auto number = number_in(each.turn);
    if (!number) continue;
    findings.expect(*number == last + 1, record.state.session + ": " + std::to_string(*number) + " after " +
                                             std::to_string(last) + " in turn " + std::to_string(each.turn.seq));
    last = *number;
  }
  return last;
}

// Checks that the recorded side effects agree with the calls of the session.
inline void check_effects(const SessionRecord& record, const Effects& effects, Diagnostics& findings) {
  for (const CallRecord& call : record.calls) {
    const std::string name = record.state.session + " " + call.call_id + " of " + call.tool;
    const int done = effects.of(call.idempotency_key);
    findings.expect(done <= 1 || call.tool == "parcels.book", name + ": done twice");
    if (call.status == CallRecord::Status::kDone)
      findings.expect(done > 0, name + ": recorded as done without a side effect");
  }
}

// Checks that the turns of script() have the correct replies, given the side effects.
inline void check_story(int session, const SessionRecord& record, const Effects& effects, Diagnostics& findings) {
  const auto begins = [](const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; };
  for (const StoredTurn& each : record.turns) {
    if (!each.complete) continue;
    const std::string where = record.state.session + " turn " + std::to_string(each.turn.seq);
    const std::string said = each.turn.say.empty() ? std::string() : each.turn.say.back();
    const std::string order = script(session, (each.turn.seq - 1) / 8 * 8 + 2);
    const auto keys = [&](const char* tool) { return effects.keys_for(tool, order).size(); };
    bool is_right = false;
    switch ((each.turn.seq - 1) % 8) {
      case 0: is_right = said == "Which order?"; break;
      case 1: is_right = said == "How much?"; break;
      case 2: is_right = said == "Refund 50 for " + order + "?"; break;
      case 3:
        is_right = begins(said, "Refunded " + order) ? keys("refunds.create") == 1
                                                     : begins(said, "I cannot tell") && keys("refunds.create") <= 1;
        break;
      case 4: is_right = said == "From 9 to 5."; break;
      case 5: is_right = begins(said, "Booked " + order) && keys("parcels.book") == 1; break;
      case 6: is_right = begins(said, "It is number ") || said == "I lost count."; break;
      default: is_right = said == "Pardon?"; break;
    }
    findings.expect(is_right, where + ": " + said);
  }
}

}  // namespace parley::torture
