#include "planner/step_runs.h"

#include <algorithm>

#include "base/hash.h"
#include "planner/position.h"

namespace parley::planner {

using config::StepDefinition;

bool begin_step(TransitionBuilder& builder, const std::string& place, std::string_view what, std::string_view values) {
  auto& runs = builder.top().runs;
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const StepRun& one) {
    return (one.step == place || one.step.empty()) && one.what == what;
  });
  if (run != runs.end()) {
    fill_digests(builder);
    if (run->status == StepRun::Status::kDone && run->digest == base::fingerprint(values)) {
      run->step = place;
      builder.note(Rule::kStepKept, place);
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

void fill_digests(TransitionBuilder& builder) {
  for (const UndigestedRun& begun : *builder.undigested) {
    for (Frame& frame : builder.state.frames) {
      if (frame.plan != begun.plan) continue;
      for (StepRun& run : frame.runs) {
        if (run.step == begun.step && run.digest.empty()) run.digest = base::fingerprint(begun.values);
      }
    }
  }
  builder.undigested->clear();
}

void mark_step(TransitionBuilder& builder, const std::string& place, StepRun::Status status) {
  for (StepRun& run : builder.top().runs) {
    if (run.step == place) run.status = status;
  }
}

Value::Object arguments_of(const StepDefinition& step, const Variables& variables) {
  Value::Object arguments;
  for (const auto& with : step.with) arguments[with.name] = evaluate(with.origin, variables);
  return arguments;
}

std::string call_signature(const TransitionBuilder& builder, const StepDefinition& step) {
  static const Value kNoFacts;
  Value::Object values = arguments_of(step, Variables(builder.state, kNoFacts));
  if (step.kind != StepDefinition::Kind::kCall) return step.tool.value + Value(std::move(values)).to_json();
  const FilledParams& session = builder.state.params;
  for (const config::Param& param : builder.bot.find_intent(step.intent.value)->params) {
    const auto stored = param.session_scope ? session.find(param.id.value) : session.end();
    if (stored != session.end()) values["session." + param.id.value] = stored->second.value;
  }
  return step.intent.value + Value(std::move(values)).to_json();
}

void complete_call(TransitionBuilder& builder, const std::string& place, const StepDefinition& step) {
  for (StepRun& run : builder.top().runs) {
    if (run.step != place) continue;
    run.status = StepRun::Status::kDone;
    run.digest = base::fingerprint(call_signature(builder, step));
  }
}

std::vector<StepRun*> current_calls(TransitionBuilder& builder) {
  std::vector<StepRun*> current;
  for (StepRun& run : builder.top().runs) {
    if (run.status != StepRun::Status::kDone || run.step.empty()) continue;
    const StepDefinition* step = Position(run.step).in(builder.intent());
    const bool is_tool = step && step->kind == StepDefinition::Kind::kTool && step->tool.value == run.what;
    const bool is_intent = step && step->kind == StepDefinition::Kind::kCall && step->intent.value == run.what;
    const bool is_same_call = is_tool || is_intent;
    if (is_same_call && run.digest == base::fingerprint(call_signature(builder, *step))) current.push_back(&run);
  }
  return current;
}

void update_calls(const TransitionBuilder& builder, const std::vector<StepRun*>& calls) {
  for (StepRun* run : calls) {
    run->digest = base::fingerprint(call_signature(builder, *Position(run->step).in(builder.intent())));
  }
}

}  // namespace parley::planner
