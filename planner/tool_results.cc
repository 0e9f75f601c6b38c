#include "planner/tool_results.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "intents/condition.h"
#include "planner/handoff.h"
#include "planner/lookups.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/param_validation.h"
#include "planner/placeholders.h"
#include "planner/position.h"
#include "planner/prompting.h"
#include "planner/reprompting.h"
#include "planner/saved_results.h"
#include "planner/step_runs.h"
#include "planner/tool_calls.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

using config::ToolStep;

Rule rule_of(ToolOutcome::Kind kind) {
  switch (kind) {
    case ToolOutcome::Kind::kOk: return Rule::kToolOk;
    case ToolOutcome::Kind::kFailed: return Rule::kToolFailed;
    case ToolOutcome::Kind::kTimeout: return Rule::kToolTimeout;
    case ToolOutcome::Kind::kRejected: return Rule::kToolRejected;
    case ToolOutcome::Kind::kUnknown: break;
  }
  return Rule::kToolUnknown;
}

// The step that called the tool. `checked` is the param that the call checks; null if it is a step of the intent.
struct CallSite {
  const ToolStep* step = nullptr;
  const config::Param* checked = nullptr;
  Position place;
};

const ToolStep* tool_in(const config::StepDefinition* step) { return step ? step->as<ToolStep>() : nullptr; }

// Returns the step that called the tool; unset if the bot changed while the tool ran, and the intent no longer calls
// it.
std::optional<CallSite> find_call_site(TransitionBuilder& builder, const ToolWait& wait) {
  const config::Intent& intent = builder.intent();
  const std::string& tool = wait.call->name;
  CallSite site;
  site.place = Position(wait.step());
  site.checked = intent.find_param(wait.param());
  const bool is_check = site.checked && !site.checked->checks.empty();
  site.step = tool_in(is_check ? &site.checked->checks.front() : site.place.in(intent));
  if (site.step && site.step->tool.value == tool) return site;
  const auto moved = Position::of_tool(intent, tool);
  builder.note(moved ? Rule::kStepMoved : Rule::kStepGone, tool);
  if (!moved) return std::nullopt;
  return CallSite{tool_in(moved->in(intent)), nullptr, *moved};
}

// The param whose value a tool rejects, and the reason.
struct Rejection {
  std::string param, reason;
};

// Returns the rejection that a tool reports for one of its arguments. A check may also reject an argument other than
// the checked value.
Rejection rejection_by_tool(const TransitionBuilder& builder, const ToolStep& step, const ToolOutcome& outcome,
                            std::string_view checked) {
  Rejection rejection{std::string(checked), {}};
  const Value::Object* reasons = outcome.data.if_object();
  if (!reasons || reasons->empty()) return rejection;
  const auto& [argument, reason] = *reasons->begin();
  const config::Intent& intent = builder.intent();
  const std::string param = param_behind(step, argument);
  const config::Param* of_check = intent.find_param(checked);
  if (!of_check || (intent.find_param(param) && check_depends_on(*of_check, param))) rejection.param = param;
  rejection.reason = reason.to_text();
  return rejection;
}

// Returns the rejection of the first condition in `reject` that holds for the result; unset if none holds.
std::optional<Rejection> rejection_by_result(TransitionBuilder& builder, const ToolStep& step, const Value& result,
                                             std::string_view checked) {
  const Value scope(Value::Object{{"result", result}});
  const auto find = [&](std::string_view path) { return scope.at_path(path); };
  for (const auto& rejection : step.reject) {
    if (!intents::holds(rejection.when, find)) continue;
    const std::string param = checked.empty() ? rejection.param.value : std::string(checked);
    return Rejection{param, builder.render(rejection.say, "result", result)};
  }
  return std::nullopt;
}

std::optional<Rejection> rejection_of(TransitionBuilder& builder, const ToolStep& step, const ToolOutcome& outcome,
                                      std::string_view checked) {
  if (outcome.kind == ToolOutcome::Kind::kRejected) return rejection_by_tool(builder, step, outcome, checked);
  if (outcome.kind != ToolOutcome::Kind::kOk) return std::nullopt;
  return rejection_by_result(builder, step, outcome.data, checked);
}

// Asks for a rejected value again. If the rejected value replaced an accepted value, the accepted value applies again
// until the user gives a new value.
Next reject_value(TransitionBuilder& builder, const config::Param& param, std::string reason) {
  const std::string& name = param.id.value;
  Frame& frame = builder.top();
  clear_param(builder, param);
  frame.step.reset();
  const bool is_restored = restore_accepted_value(builder, param);
  if (param.ask.empty()) {
    builder.note(Rule::kRejected, name);
    builder.say(reason);
    if (frame.params.count(name) == 0) frame.skipped.push_back(name);
    return Next::kAdvance;
  }
  if (is_restored) frame.changing = name;
  builder.state.waiting = new_question(builder, AskedParam{name, {}});
  return reject_answer(builder, AnswerFailure::kRejected, std::move(reason));
}

// Returns the offered values for params of the intent; empty if the outcome is not an offer, or one of the values is
// invalid.
std::vector<ParamValue> offered_values(const TransitionBuilder& builder, const ToolStep& step,
                                       const ToolOutcome& outcome) {
  if (!outcome.offer()) return {};
  std::vector<ParamValue> values;
  for (const auto& [argument, value] : *outcome.offer()) {
    const config::Param* param = builder.intent().find_param(param_behind(step, argument));
    if (!param || param->list || !is_valid(*param, value)) return {};
    ParamValue& offered = values.emplace_back();
    offered.param = param->id.value;
    offered.value = value;
  }
  return values;
}

// Takes the values that a failed tool offers. The bot asks for confirmation, and after a yes it calls the tool again.
// The session gets the values only after that yes, because the user has not said them.
bool take_offer(TransitionBuilder& builder, const ToolStep& step, const ToolOutcome& outcome) {
  if (!builder.intent().confirm) return false;
  FilledParams session = builder.state.params;
  const bool is_new = fill_params(builder, offered_values(builder, step, outcome));
  builder.state.params = std::move(session);
  if (!is_new) return false;
  builder.note(Rule::kOffered);
  builder.top().confirmed = false;
  builder.top().step.reset();
  const auto* said = step.on_failure.empty() ? nullptr : step.on_failure.front().as<config::SayStep>();
  builder.say(said ? said->text : builder.bot.replies.tool_failed);
  return true;
}

// Whether the intent lacks a value with which the tool ran: the bot has changed, and the value no longer fits.
bool has_lost_value(const TransitionBuilder& builder) {
  const auto& params = builder.intent().params;
  return std::any_of(params.begin(), params.end(), [&](const config::Param& param) {
    return param.required && applies(builder, param) && is_missing(builder, param);
  });
}

// The step moved into a loop, or inside one, while its tool ran, and may belong to any item; or a value was lost. The
// steps begin again, and those that ran with the same values are not repeated.
void begin_steps_again(TransitionBuilder& builder) {
  release_all_runs(builder);
  builder.top().step.reset();
}

Next handle_success(TransitionBuilder& builder, const CallSite& site, const ToolWait& wait, const Value& result) {
  const std::optional<StepPlace> called = wait.step();
  if (site.checked) {
    const auto* check = std::get_if<ToolWait::Check>(&wait.caller);
    accept_check(builder, *site.checked, check ? check->facts : Facts());
  } else {
    if (called) mark_step(builder, *called, StepRun::Status::kDone);
    Position next = site.place;
    next.next();
    builder.top().step = next.place();
  }
  save_results(builder, *site.step, called, result);
  const bool has_moved = is_in_loop(site.place.place()) && site.place.place() != called;
  if (!site.checked && (has_moved || has_lost_value(builder))) begin_steps_again(builder);
  return Next::kAdvance;
}

Next handle_failure(TransitionBuilder& builder, const CallSite& site, const ToolWait& wait,
                    const ToolOutcome& outcome) {
  builder.state.failed_calls.push_back(fingerprint_of(*wait.call));
  if (site.checked) {
    builder.say(builder.bot.replies.tool_failed);
    return hand_off(builder, "tool_failed");  // when it is given back with `resume`, the check runs again
  }
  if (const auto called = wait.step()) mark_step(builder, *called, StepRun::Status::kFailed);
  if (take_offer(builder, *site.step, outcome)) return Next::kAdvance;
  return recover(builder, *site.step, site.place, outcome.kind == ToolOutcome::Kind::kTimeout);
}

// A lookup that fails, or is rejected, costs nothing: the bot asks again.
Next take_lookup(TransitionBuilder& builder, const ToolStep& step, const ToolWait& wait, const ToolOutcome& outcome) {
  if (outcome.kind == ToolOutcome::Kind::kOk) {
    end_lookup(builder, step, outcome.data);
    return Next::kAdvance;
  }
  builder.state.failed_calls.push_back(fingerprint_of(*wait.call));
  fail_lookup(builder);
  return Next::kAdvance;
}

}  // namespace

Next handle_outcome(TransitionBuilder& builder, const ToolOutcome& outcome) {
  if (builder.state.handed_off) return hold_outcome(builder, outcome);
  const ToolWait wait = std::move(*builder.state.waits_for<ToolWait>());
  builder.note(rule_of(outcome.kind), wait.call->name);
  builder.fact_rounds = builder.state.waiting->attempt;
  builder.state.waiting.reset();
  builder.mark_beginning();  // an opening that is still to come precedes what the outcome makes the bot say
  if (const ToolStep* step = lookup_step(builder.intent(), wait)) {
    return take_lookup(builder, *step, wait, outcome);
  }
  const auto site = find_call_site(builder, wait);
  if (!site) {
    builder.top().step.reset();
    return Next::kAdvance;
  }
  if (auto rejection = rejection_of(builder, *site->step, outcome, wait.param())) {
    const config::Param* param = builder.intent().find_param(rejection->param);
    if (param) return reject_value(builder, *param, std::move(rejection->reason));
  }
  if (outcome.kind == ToolOutcome::Kind::kOk) return handle_success(builder, *site, wait, outcome.data);
  return handle_failure(builder, *site, wait, outcome);
}

}  // namespace parley::planner
