#include "planner/param_validation.h"

#include <algorithm>

#include "config/several_types.h"
#include "intents/condition.h"

namespace parley::planner {

ParamValue validate_by_rules(const config::Param& param, const Value& value) {
  ParamValue validated;
  validated.param = param.id.value;
  validated.value = value;
  const intents::Scope scope = [&](std::string_view) { return config::inner_value(param.type.value, value); };
  const auto broken = std::find_if(param.validate.begin(), param.validate.end(),
                                   [&](const config::Validation& rule) { return !intents::holds(rule.must, scope); });
  validated.valid = broken == param.validate.end();
  if (validated.valid) return validated;
  // The text has no placeholders.
  for (const auto& piece : broken->otherwise.pieces) validated.rejection += piece.literal;
  return validated;
}

bool is_valid(const config::Param& param, const Value& value) { return validate_by_rules(param, value).valid; }

bool are_valid(const config::Param& param, const Value& value) {
  const Value::Array* items = param.list ? value.if_array() : nullptr;
  if (!items) return is_valid(param, value);
  return std::all_of(items->begin(), items->end(), [&](const Value& item) { return is_valid(param, item); });
}

Value::Array changed_list(Value::Array items, const ParamValue& change) {
  if (change.op == ListOp::kSet || change.op == ListOp::kClear) items.clear();
  if (change.op == ListOp::kClear) return items;
  if (change.op == ListOp::kRemove) {
    items.erase(std::remove(items.begin(), items.end(), change.value), items.end());
  } else if (const Value::Array* several = change.value.if_array()) {
    items.insert(items.end(), several->begin(), several->end());
  } else if (std::find(items.begin(), items.end(), change.value) == items.end()) {
    items.push_back(change.value);
  }
  return items;
}

}  // namespace parley::planner
