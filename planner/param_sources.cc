#include "planner/param_sources.h"

#include "intents/condition.h"
#include "planner/param_validation.h"
#include "planner/value_checks.h"

namespace parley::planner {
namespace {

// Sets a value that the user did not give. The intent gets the value, the session does not.
void supply(TransitionBuilder& builder, const config::Param& param, const FilledParam& filled) {
  builder.top().params.insert_or_assign(param.id.value, filled);
  if (builder.has_begun_steps()) return;  // the result of a step caused the change
  drop_checks(builder, param.id.value);
  if (builder.top().runs.empty()) builder.top().confirmed = false;
}

void drop_inapplicable(TransitionBuilder& builder, const std::string& name) {
  if (builder.top().params.erase(name) == 0) return;
  builder.note(Rule::kNoLongerApplies, name);
  std::erase(builder.top().checked, name);
  if (builder.has_begun_steps()) return;  // the result of a step caused the change
  drop_checks(builder, name);
  builder.top().confirmed = false;
}

void fill_from_session_or_prefill(TransitionBuilder& builder, const config::Param& param) {
  const std::string& name = param.id.value;
  const FilledParams& session = builder.state.params;
  if (const auto stored = session.find(name); param.session_scope && stored != session.end()) {
    return supply(builder, param, stored->second);
  }
  if (!param.prefill || builder.top().attempts.params.count(name) != 0) return;
  const Value value = value_for(builder, param, *param.prefill);
  if (value.is_null() || !is_valid(param, value)) return;
  builder.note(Rule::kPrefilled, name);
  supply(builder, param, {value, builder.context.turn});
}

}  // namespace

bool is_missing(const TransitionBuilder& builder, const config::Param& param) {
  const Frame& frame = builder.top();
  return frame.params.count(param.id.value) == 0 && !contains(frame.skipped, param.id.value);
}

bool applies(const TransitionBuilder& builder, const config::Param& param) {
  return !param.when || holds(builder, *param.when);
}

bool holds(const TransitionBuilder& builder, const config::Condition& condition) {
  const Variables variables = builder.variables();
  return intents::holds(condition, [&](std::string_view path) { return variables.find(path); });
}

void update_params(TransitionBuilder& builder) {
  adopt_session_params(builder, /*restarts_steps=*/true);
  for (const config::Param& param : builder.intent().params) {
    if (!applies(builder, param)) {
      drop_inapplicable(builder, param.id.value);
    } else if (is_missing(builder, param)) {
      fill_from_session_or_prefill(builder, param);
    }
  }
}

void fill_defaults(TransitionBuilder& builder) {
  for (const config::Param& param : builder.intent().params) {
    if (!param.fallback || param.required || !is_missing(builder, param) || !applies(builder, param)) continue;
    const Value value = value_for(builder, param, *param.fallback);
    if (value.is_null() || !is_valid(param, value)) continue;
    builder.note(Rule::kDefaultUsed, param.id.value);
    supply(builder, param, {value, builder.context.turn});
  }
}

void adopt_session_params(TransitionBuilder& builder, bool restarts_steps) {
  const FilledParams& session = builder.state.params;
  for (const config::Param& param : builder.intent().params) {
    const std::string& name = param.id.value;
    Frame& frame = builder.top();
    const auto stored = param.session_scope ? session.find(name) : session.end();
    const auto filled = frame.params.find(name);
    if (stored == session.end() || filled == frame.params.end()) continue;
    if (stored->second.turn <= filled->second.turn || stored->second.value == filled->second.value) continue;
    builder.note(Rule::kChangedInSession, name);
    keep_accepted_value(builder, name, filled->second);
    supply(builder, param, stored->second);
    drop_checks(builder, name);
    frame.confirmed = false;
    if (restarts_steps) frame.step.reset();
  }
}

Value value_for(const TransitionBuilder& builder, const config::Param& param, const config::ValueExpr& expression) {
  Value value = evaluate(expression, builder.variables());
  const auto& validate_type = builder.context.validate_type;
  if (value.is_null() || !validate_type) return value;
  const bool may_be_any = builder.bot.find_entity(param.type.value) != nullptr;
  const auto typed = [&](const Value& item) {
    ParamValue read = validate_type(builder.intent().id.value, param.id.value, item);
    if (read.valid && !read.misspelt) return std::move(read.value);
    return may_be_any || !expression.text ? item : Value();
  };
  const Value::Array* items = param.list ? value.if_array() : nullptr;
  if (!items) return typed(value);
  Value::Array all;
  for (const Value& item : *items) {
    if (Value one = typed(item); !one.is_null()) all.push_back(std::move(one));
  }
  return all.empty() && !items->empty() ? Value() : Value(std::move(all));
}

}  // namespace parley::planner
