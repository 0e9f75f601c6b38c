// A tool result that comes when its conversation is over: it is recorded with its call and changes nothing else. The
// session does not become live again, and the user is told with the next message, if the bot has words for it.
#include <algorithm>
#include <utility>

#include "engine/session_lifetime.h"
#include "engine/turn_work.h"
#include "planner/response_renderer.h"

namespace parley::engine {

bool TurnWork::is_awaited(const std::string& call_id) const {
  return state_.waiting && state_.waiting->call && state_.waiting->call->call_id == call_id;
}

// An error, unless the request is something else or the call is waited for.
Result<void> TurnWork::take_late_result() {
  const auto* result = std::get_if<ToolResult>(&request_.input);
  if (!result || stored_version_ == 0) return {};
  if (is_awaited(result->call_id) && over(state_, bot_->session, now_, state_.turns + 1) == Over::kNo) return {};
  const auto call = place_.store->find_call(request_.session, result->call_id);
  if (!call) return Unexpected(call.error());
  if (!*call || (*call)->status != CallRecord::Status::kStarted) return unknown_call();
  if (auto recorded = record_late(**call, result->outcome); !recorded) return recorded;
  return Unexpected(ErrorCode::kLateResult,
                    "the conversation that made this call is over; what became of the call is recorded, and nothing "
                    "else is done");
}

// A turn that nobody was answered with. The times of the state stay: a session that has expired goes on being so.
Result<void> TurnWork::record_late(const CallRecord& call, const ToolOutcome& outcome) {
  turn_.session = request_.session;
  turn_.id = place_.ids->next();
  turn_.seq = state_.turns + 1;
  turn_.continuation_id = state_.continuation_id;
  turn_.continued = true;
  turn_.reason = "late_result";
  CallRecord settled = call;
  settled.status = status_after(outcome.kind);
  settled.ended_at = now_;
  calls_.push_back(std::move(settled));
  add_request_usage();
  add_usage(outcome.usage);
  // The history of the next conversation does not begin with the result of a call of the one before.
  if (call.turn >= state_.began_turn) remember_outcome(call.tool, call.call_id, outcome);
  state_.late_result = outcome.kind == ToolOutcome::Kind::kOk ? "done" : "failed";
  state_.turns = turn_.seq;
  state_.last_message_id = turn_.id;
  state_.version = stored_version_ + 1;
  pass_the_gate();
  const StoredTurn stored{turn_, true};
  events_.at(now_, turn_.seq, state_);
  events_.event("tool")
      .text("tool", SafeText::name(call.tool))
      .text("outcome", SafeText::word(to_string(outcome.kind)))
      .count("took_us", std::max<std::int64_t>(now_ - call.started_at, 0) * 1000)
      .count("late", 1);
  auto committed = place_.store->commit({state_, stored_version_, stored, messages_, calls_});
  if (committed) events_.send();
  return committed;
}

// To what the user says, not to an event of the channel: a silence may reach nobody.
void TurnWork::tell_late_result() {
  const bool is_said =
      std::holds_alternative<std::string>(request_.input) || std::holds_alternative<OwnUnderstanding>(request_.input);
  if (state_.late_result.empty() || !is_said) return;
  const bool done = std::exchange(state_.late_result, {}) == "done";
  say_first(done ? bot_->replies.late_done : bot_->replies.late_failed);
}

}  // namespace parley::engine
