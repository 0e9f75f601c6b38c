#include "planner/step_runs.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "planner/position.h"

namespace parley::planner {

namespace {

// Returns the run of the step at this place. If it has none, returns a run without a place that is done with the same
// values: the steps have begun again with a changed bot, or a loop has.
std::vector<StepRun>::iterator find_run(TransitionBuilder& builder, const StepPlace& place, std::string_view what,
                                        std::string_view values) {
  auto& runs = builder.top().runs;
  const auto same =
      std::find_if(runs.begin(), runs.end(), [&](const StepRun& one) { return one.step == place && one.what == what; });
  const auto has_no_place = [](const StepRun& one) { return !one.step; };
  if (same != runs.end() || std::none_of(runs.begin(), runs.end(), has_no_place)) return same;
  builder.fill_digests();
  const std::string digest = base::fingerprint(values);
  return std::find_if(runs.begin(), runs.end(), [&](const StepRun& one) {
    return !one.step && one.what == what && one.status == StepRun::Status::kDone && one.digest == digest;
  });
}

// Returns the digest of a call with the present values; unset if the bot no longer makes this call there.
std::optional<std::string> digest_now(const TransitionBuilder& builder, const StepRun& run) {
  const config::StepDefinition* step = Position(run.step).in(builder.intent());
  const auto* tool = step ? step->as<config::ToolStep>() : nullptr;
  const auto* call = step ? step->as<config::CallStep>() : nullptr;
  if (tool && tool->tool.value == run.what) return base::fingerprint(call_signature(builder, *tool));
  if (call && call->intent.value == run.what) return base::fingerprint(call_signature(builder, *call));
  return std::nullopt;
}

}  // namespace

bool begin_step(TransitionBuilder& builder, const StepPlace& place, std::string_view what, std::string_view values) {
  auto& runs = builder.top().runs;
  const auto run = find_run(builder, place, what, values);
  if (run != runs.end()) {
    builder.fill_digests();
    if (run->status == StepRun::Status::kDone && run->digest == base::fingerprint(values)) {
      run->step = place;
      for (const auto& [name, value] : run->saved) builder.top().saved[name] = value;
      builder.note(Rule::kStepKept, to_string(place));
      return false;
    }
    runs.erase(run);
  }
  StepRun& begun = runs.emplace_back();
  begun.step = place;
  begun.what = what;
  UndigestedRun& undigested = builder.undigested->emplace_back();
  undigested.plan = builder.top().plan;
  undigested.step = place;
  undigested.values = values;
  return true;
}

void release_runs_in(TransitionBuilder& builder, const StepPlace& loop) {
  builder.fill_digests();
  for (StepRun& run : builder.top().runs) {
    if (run.step && is_in_body_of(*run.step, loop)) run.step.reset();
  }
}

void release_all_runs(TransitionBuilder& builder) {
  builder.fill_digests();
  for (StepRun& run : builder.top().runs) run.step.reset();
}

void mark_step(TransitionBuilder& builder, const StepPlace& place, StepRun::Status status) {
  for (StepRun& run : builder.top().runs) {
    if (run.step == place) run.status = status;
  }
}

Value::Object arguments_of(const std::vector<config::Argument>& arguments, const Variables& variables) {
  Value::Object values;
  for (const config::Argument& with : arguments) values[with.name] = evaluate(with.origin, variables);
  return values;
}

std::string call_signature(const TransitionBuilder& builder, const config::ToolStep& step) {
  static const Value kNoFacts;
  Value::Object values = arguments_of(step.with, Variables(builder.state, kNoFacts));
  return step.tool.value + Value(std::move(values)).to_json();
}

std::string call_signature(const TransitionBuilder& builder, const config::CallStep& step) {
  static const Value kNoFacts;
  Value::Object values = arguments_of(step.with, Variables(builder.state, kNoFacts));
  const FilledParams& session = builder.state.params;
  for (const config::Param& param : builder.bot.find_intent(step.intent.value)->params) {
    const auto stored = param.session_scope ? session.find(param.id.value) : session.end();
    if (stored != session.end()) values["session." + param.id.value] = stored->second.value;
  }
  return step.intent.value + Value(std::move(values)).to_json();
}

void complete_call(TransitionBuilder& builder, const StepPlace& place, const config::CallStep& step) {
  for (StepRun& run : builder.top().runs) {
    if (run.step != place) continue;
    run.status = StepRun::Status::kDone;
    run.digest = base::fingerprint(call_signature(builder, step));
  }
}

std::vector<StepRun*> current_calls(TransitionBuilder& builder) {
  std::vector<StepRun*> current;
  for (StepRun& run : builder.top().runs) {
    if (run.status != StepRun::Status::kDone || !run.step) continue;
    const auto digest = digest_now(builder, run);
    if (digest && run.digest == *digest) current.push_back(&run);
  }
  return current;
}

void update_calls(const TransitionBuilder& builder, const std::vector<StepRun*>& calls) {
  for (StepRun* run : calls) run->digest = *digest_now(builder, *run);
}

}  // namespace parley::planner
