// Checks a value against the rules of a param's `validate`, and applies changes to a list. Values from a message have
// already been validated.
// Tested by tests/planner/tool_results_test.cc and intent_queue_test.cc.
#pragma once

#include "config/definition.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::planner {

// Returns the value, with the rejection text of the first rule that it breaks.
ParamValue validate_by_rules(const config::Param& param, const Value& value);
bool is_valid(const config::Param& param, const Value& value);
// Whether the value is valid, or each item if it is a list.
bool are_valid(const config::Param& param, const Value& value);

// Returns the items of a list after a message has set, added or removed some.
Value::Array changed_list(Value::Array items, const ParamValue& change);

}  // namespace parley::planner
