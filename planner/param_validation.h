// Whether a value passes the rules of a param's `validate`, and how a list changes. Values from a message have already
// been validated.
// Tested by tests/planner/tool_results_test.cc and intent_queue_test.cc.
#pragma once

#include "config/definition.h"
#include "parley/understanding.h"
#include "parley/value.h"

namespace parley::planner {

// The value, with the sentence of the first rule that it breaks.
ParamValue validate_by_rules(const config::Param& param, const Value& value);
bool is_valid(const config::Param& param, const Value& value);
// The same for each item of a list.
bool are_valid(const config::Param& param, const Value& value);

// The items of a list after a message has set, added or removed some.
Value::Array changed_list(Value::Array items, const ParamValue& change);

}  // namespace parley::planner
