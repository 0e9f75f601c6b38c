#include "planner/flow_executor.h"

#include <utility>
#include <variant>

#include "planner/ambiguity.h"
#include "planner/check_facts.h"
#include "planner/follow_up.h"
#include "planner/handoff.h"
#include "planner/intent_stack.h"
#include "planner/limits.h"
#include "planner/lookups.h"
#include "planner/loops.h"
#include "planner/options.h"
#include "planner/param_sources.h"
#include "planner/placeholders.h"
#include "planner/position.h"
#include "planner/prompting.h"
#include "planner/saved_results.h"
#include "planner/step_runs.h"
#include "planner/tool_calls.h"
#include "planner/values_in_mind.h"

namespace parley::planner {
namespace {

using config::StepDefinition;

enum class StepResult {
  kContinue,     // the next step is at `place`
  kBlocked,      // the bot waits, or has handed over
  kOtherIntent,  // another intent is on top now
};

enum class Checks {
  kReady,  // only checks that no longer wait for an argument
  kAll,
};

// Whether an argument of the check has no value yet, but may still get one from the user or a default.
bool may_get_arguments(const TransitionBuilder& builder, const config::Param& checked) {
  bool may_get = false;
  for_each_argument(checked, [&](std::string_view name) {
    const config::Param* param = builder.intent().find_param(name);
    may_get = may_get || (param && is_missing(builder, *param) && applies(builder, *param));
  });
  return may_get;
}

// Calls the tool of the first check that must run. Returns kStop if the tool runs or the conversation is handed over,
// otherwise kAdvance.
Next run_checks(TransitionBuilder& builder, Checks which) {
  for (const config::Param& param : builder.intent().params) {
    const std::string& name = param.id.value;
    const Frame& frame = builder.top();
    if (param.checks.empty() || frame.params.count(name) == 0 || contains(frame.checked, name)) continue;
    if (which == Checks::kReady && may_get_arguments(builder, param)) continue;
    if (++builder.state.steps > kMaxSteps) return hand_off_after_too_many_steps(builder);
    if (call_check(builder, param) == CallResult::kCalled) return Next::kStop;
    return hand_off(builder, "tool_failed");
  }
  return Next::kAdvance;
}

// Returns kAdvance if all params that the intent needs have values and all checks have accepted them.
Next collect_params(TransitionBuilder& builder) {
  update_params(builder);
  resolve_choices(builder);
  drop_outdated_checks(builder);
  if (run_checks(builder, Checks::kReady) == Next::kStop) return Next::kStop;
  if (!builder.top().unclear.empty()) return ask_choice(builder);
  if (continue_lookup(builder) == Next::kStop) return Next::kStop;
  const config::Intent& intent = builder.intent();
  const config::Param* changing = intent.find_param(builder.top().changing);
  if (changing && !changing->ask.empty()) return ask_param(builder, *changing);
  builder.top().changing.clear();
  for (const config::Param& param : intent.params) {
    if (!param.required || !is_missing(builder, param) || !applies(builder, param)) continue;
    return take_early_option(builder, param) ? collect_params(builder) : ask_param(builder, param);
  }
  fill_defaults(builder);
  return run_checks(builder, Checks::kAll);
}

StepResult perform(TransitionBuilder& builder, const config::BranchStep& step, Position& place) {
  const bool is_true = holds(builder, step.condition);
  builder.note(is_true ? Rule::kThen : Rule::kElse, to_string(place.place()));
  place.enter(is_true ? Position::List::kThen : Position::List::kElse);
  return StepResult::kContinue;
}

StepResult perform(TransitionBuilder& builder, const config::SayStep& step, Position& place) {
  const StepPlace here = place.place();
  Say say{builder.render(step.text), builder.attachments(step.text)};
  place.next();
  const bool begins = say.attachments.empty()
                          ? begin_step(builder, here, "say", say.text)
                          : begin_step(builder, here, "say", with_attachments(say.text, say.attachments));
  if (!begins) return StepResult::kContinue;
  if (!say.text.empty()) builder.add(std::move(say));
  mark_step(builder, here, StepRun::Status::kDone);
  return StepResult::kContinue;
}

StepResult perform(TransitionBuilder& builder, const config::AskStep& step, Position& place) {
  const config::Param& param = *builder.intent().find_param(step.param.value);
  if (is_missing(builder, param) && applies(builder, param) && !take_early_option(builder, param)) {
    ask_param(builder, param);
    return StepResult::kBlocked;
  }
  place.next();
  return StepResult::kContinue;
}

StepResult perform(TransitionBuilder& builder, const config::ToolStep& step, Position& place) {
  if (call_tool(builder, step, place) == CallResult::kCalled) return StepResult::kBlocked;
  if (builder.state.handed_off) return StepResult::kBlocked;
  place = Position(builder.top().step);
  return StepResult::kContinue;
}

StepResult perform(TransitionBuilder& builder, const config::CallStep& step, Position& place) {
  if (begin_step(builder, place.place(), step.intent.value, call_signature(builder, step))) {
    if (call_intent(builder, step)) return StepResult::kOtherIntent;
    hand_off_before_barred_intent(builder);
    return StepResult::kBlocked;
  }
  place.next();
  return StepResult::kContinue;
}

StepResult perform(TransitionBuilder& builder, const config::StartStep& step, Position&) {
  if (start_instead(builder, step)) return StepResult::kOtherIntent;
  hand_off_before_barred_intent(builder);
  return StepResult::kBlocked;
}

StepResult perform(TransitionBuilder& builder, const config::LoopStep& step, Position& place) {
  begin_loop(builder, step, place);
  return StepResult::kContinue;
}

StepResult perform(TransitionBuilder& builder, const config::HandoffStep& step, Position&) {
  hand_off(builder, step.reason, OpenIntent::kEnds);
  return StepResult::kBlocked;
}

StepResult run_step(TransitionBuilder& builder, const StepDefinition& step, Position& place) {
  return std::visit([&](const auto& what) { return perform(builder, what, place); }, step.what);
}

// Continues the calling intent after its `call` step. The values of the called intent are the result of the step.
void return_to_caller(TransitionBuilder& builder, Frame called) {
  Value::Object result = std::move(called.saved);
  for (auto& [name, filled] : called.params) result[name] = std::move(filled.value);
  if (!builder.top().looking_up.empty() && take_looked_up(builder, Value(result))) return;
  Position place(builder.top().step);
  const StepDefinition* step = place.in(builder.intent());
  const auto* call = step ? step->as<config::CallStep>() : nullptr;
  if (!call) return;  // the bot has changed
  const StepPlace here = place.place();
  place.next();
  builder.top().step = place.place();
  adopt_session_params(builder, /*restarts_steps=*/false);
  save_results(builder, call->save, here, Value(std::move(result)));
  complete_call(builder, here, *call);
}

// Closes the top intent, and resumes the intent below it. If the intent was called, the calling intent gets its
// results.
void complete_intent(TransitionBuilder& builder) {
  Frame closed = close_intent(builder, Rule::kIntentDone);
  if (!closed.called) {
    remember_done(builder, closed);
    keep_values_of_ended(builder, closed);
    builder.report_ended(std::move(closed.intent), std::move(closed.params));
    if (!builder.is_idle()) resume_interrupted(builder);
    return;
  }
  builder.report_ended(closed.intent, closed.params);
  if (!builder.is_idle()) return_to_caller(builder, std::move(closed));
}

// Returns kAdvance if the intent is complete, or another intent is on top.
Next run_steps(TransitionBuilder& builder) {
  Position place(builder.top().step);
  while (true) {
    const StepDefinition* step = place.in(builder.intent());
    if (!step && leave_list(builder, place)) continue;
    if (!step) break;
    builder.top().step = place.place();
    if (++builder.state.steps > kMaxSteps) return hand_off_after_too_many_steps(builder);
    switch (run_step(builder, *step, place)) {
      case StepResult::kContinue: break;
      case StepResult::kBlocked: return Next::kStop;
      case StepResult::kOtherIntent: return Next::kAdvance;
    }
  }
  complete_intent(builder);
  return Next::kAdvance;
}

Next run_intent(TransitionBuilder& builder) {
  if (collect_params(builder) == Next::kStop) return Next::kStop;
  if (builder.intent().confirm && !builder.top().confirmed) return ask_confirmation(builder);
  if (repeats_what_was_done(builder)) {
    close_repeated_intent(builder);
    return Next::kAdvance;
  }
  return run_steps(builder);
}

}  // namespace

void run_until_blocked(TransitionBuilder& builder) {
  builder.state.waiting.reset();
  while (!builder.is_idle() || start_queued(builder)) {
    if (run_intent(builder) == Next::kStop) return;
  }
}

}  // namespace parley::planner
