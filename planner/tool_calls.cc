#include "planner/tool_calls.h"

#include <algorithm>

#include "base/hash.h"
#include "planner/check_facts.h"
#include "planner/handoff.h"
#include "planner/prompting.h"
#include "planner/step_runs.h"

namespace parley::planner {
namespace {

using config::ToolStep;

ToolCall call_of(const TransitionBuilder& builder, const ToolStep& step) {
  ToolCall call;
  call.name = step.tool.value;
  call.args = arguments_of(step.with, builder.variables());
  return call;
}

bool has_failed_before(const SessionState& state, const ToolCall& call) {
  const auto& failed = state.failed_calls;
  return std::find(failed.begin(), failed.end(), fingerprint_of(call)) != failed.end();
}

// Sends the call, and waits for its outcome.
void send(TransitionBuilder& builder, const ToolStep& step, ToolCall call, ToolWait::Caller caller) {
  const std::string number = std::to_string(++builder.state.calls);
  call.call_id = "call-" + number;
  call.idempotency_key = builder.state.continuation_id + "/" + number;
  builder.note(Rule::kToolCalled, call.name);
  note_missing_facts(builder, step);
  if (step.progress) builder.say(*step.progress);
  builder.add(call);
  builder.state.waiting = new_question(builder, ToolWait{std::move(caller), std::move(call), {}});
}

}  // namespace

std::string fingerprint_of(const ToolCall& call) { return base::fingerprint(call.name + Value(call.args).to_json()); }

CallResult call_tool(TransitionBuilder& builder, const ToolStep& step, const Position& place) {
  const StepPlace& here = place.place();
  ToolCall call = call_of(builder, step);
  if (!begin_step(builder, here, call.name, call_signature(builder, step))) {
    Position next = place;
    next.next();
    builder.top().step = next.place();
    return CallResult::kDoneBefore;
  }
  if (has_failed_before(builder.state, call)) {
    builder.note(Rule::kToolFailedBefore, call.name);
    recover(builder, step, place, /*has_timed_out=*/false);
    return CallResult::kFailedBefore;
  }
  send(builder, step, std::move(call), here);
  mark_step(builder, here, StepRun::Status::kWaiting);
  return CallResult::kCalled;
}

CallResult call_check(TransitionBuilder& builder, const config::Param& checked) {
  const ToolStep& step = *checked.checks.front().as<ToolStep>();
  ToolCall call = call_of(builder, step);
  if (has_failed_before(builder.state, call)) {
    builder.note(Rule::kToolFailedBefore, call.name);
    return CallResult::kFailedBefore;
  }
  send(builder, step, std::move(call), ToolWait::Check{checked.id.value, facts_for(builder, checked)});
  builder.state.waiting->attempt = builder.fact_rounds;
  return CallResult::kCalled;
}

CallResult call_lookup(TransitionBuilder& builder, const ToolStep& step) {
  ToolCall call = call_of(builder, step);
  if (has_failed_before(builder.state, call)) {
    builder.note(Rule::kToolFailedBefore, call.name);
    return CallResult::kFailedBefore;
  }
  send(builder, step, std::move(call), ToolWait::LookUp{builder.top().looking_up});
  return CallResult::kCalled;
}

Next recover(TransitionBuilder& builder, const ToolStep& step, Position place, bool has_timed_out) {
  const bool uses_on_timeout = has_timed_out && !step.on_timeout.empty();
  if (!uses_on_timeout && step.on_failure.empty()) {
    builder.say(builder.bot.replies.tool_failed);
    return hand_off(builder, "tool_failed", OpenIntent::kEnds);
  }
  place.enter(uses_on_timeout ? Position::List::kOnTimeout : Position::List::kOnFailure);
  builder.top().step = place.place();
  return Next::kAdvance;
}

}  // namespace parley::planner
