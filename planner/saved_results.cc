#include "planner/saved_results.h"

#include "planner/check_facts.h"
#include "planner/confirmation.h"
#include "planner/param_filling.h"
#include "planner/param_sources.h"
#include "planner/param_validation.h"
#include "planner/position.h"
#include "planner/step_runs.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

// Returns the value in its canonical form; null if the param does not accept it.
Value validated_result(const TransitionBuilder& builder, const config::Param& param, const Value& value) {
  if (value.is_null() || !applies(builder, param)) return {};
  const auto& validate = builder.context.validate;
  Value::Array items;
  const Value::Array* several = param.list ? value.if_array() : nullptr;
  for (const Value& item : several ? *several : Value::Array{value}) {
    ParamValue validated =
        validate ? validate(builder.intent().id.value, param.id.value, item) : validate_by_rules(param, item);
    if (!validated.valid || !is_valid(param, validated.value)) return {};
    items.push_back(std::move(validated.value));
  }
  if (items.empty()) return {};
  return param.list ? Value(std::move(items)) : std::move(items.front());
}

// Fills a param with a value that a tool returned. After the steps have begun, the value needs no confirmation and no
// check, and does not restart the steps. Returns false if the param does not accept the value.
bool save_as_param(TransitionBuilder& builder, const config::Param& param, const Value& result) {
  const std::string& name = param.id.value;
  Value value = validated_result(builder, param, result);
  if (value.is_null()) {
    builder.note(Rule::kResultRefused, name);
    return false;
  }
  Frame& frame = builder.top();
  reset_attempts(builder, name);
  if (frame.changing == name) frame.changing.clear();
  std::erase(frame.skipped, name);
  const auto filled = frame.params.find(name);
  if (filled != frame.params.end() && filled->second.value == value) return true;
  builder.note(Rule::kResultTaken, name);
  FilledParam now{std::move(value), builder.context.turn};
  if (param.session_scope) builder.state.params.insert_or_assign(name, now);
  frame.params.insert_or_assign(name, std::move(now));
  if (!builder.has_begun_steps()) {
    void_confirmation(builder, name);
    drop_checks(builder, name);
  } else if (!param.checks.empty()) {
    std::erase(frame.checked, name);
    accept_check(builder, param, facts_for(builder, param));
  }
  return true;
}

void save_as_value(TransitionBuilder& builder, const std::string& name, const Value& value) {
  Value& saved = builder.top().saved[name];
  if (saved != value) void_confirmation(builder, name);
  saved = value;
}

// In a loop, keeps a copy of a saved value with the run of the step, because the next item overwrites the value.
void keep_for_item(Frame& frame, const std::optional<StepPlace>& place, const std::string& name, const Value& value) {
  if (!place || !is_in_loop(*place)) return;
  for (StepRun& run : frame.runs) {
    if (run.step == place) run.saved[name] = value;
  }
}

// Saves the parts, and returns those that a text may name as the last result.
Value::Object save_parts(TransitionBuilder& builder, const std::vector<config::Save>& parts,
                         const std::optional<StepPlace>& place, const Value& result) {
  const Value scope(Value::Object{{"result", result}});
  Value::Object last_result;
  for (const config::Save& save : parts) {
    const Value* value = scope.at_path(save.path);
    if (!value) continue;
    const config::Param* param = builder.intent().find_param(save.name);
    if (!param) {
      save_as_value(builder, save.name, *value);
      keep_for_item(builder.top(), place, save.name, *value);
      last_result[save.name] = *value;
    } else if (save_as_param(builder, *param, *value) && !param->sensitive) {
      last_result[save.name] = builder.top().params.at(save.name).value;
    }
  }
  return last_result;
}

}  // namespace

void save_results(TransitionBuilder& builder, const config::ToolStep& step, const std::optional<StepPlace>& place,
                  const Value& result) {
  const std::vector<StepRun*> calls = current_calls(builder);
  builder.state.last_result = Value();
  builder.state.last_result = Value(save_parts(builder, step.save, place, result));
  update_calls(builder, calls);
}

void save_results(TransitionBuilder& builder, const std::vector<config::Save>& parts,
                  const std::optional<StepPlace>& place, const Value& result) {
  const std::vector<StepRun*> calls = current_calls(builder);
  save_parts(builder, parts, place, result);
  update_calls(builder, calls);
}

}  // namespace parley::planner
