// Visits all values that were found in a message.
//
// Tested by tests/engine/redactor_test.cc and tests/engine/store_gate_test.cc.
#pragma once

#include <variant>
#include <vector>

#include "parley/act_queries.h"
#include "parley/understanding.h"

namespace parley::engine {

// Calls visit(value) for each value for a param. If two params take the same words, the intent that begins has the
// first.
template <class Visit>
void visit_all_values(const Understanding& heard, const Visit& visit) {
  const auto begins = [](const DialogAct& act) {
    const auto* request = std::get_if<acts::Request>(&act.what);
    return request && request->role == acts::Request::Role::kNow;
  };
  for (const bool first : {true, false}) {
    for (const DialogAct& act : heard.acts) {
      if (begins(act) == first) visit_values(act, visit);
    }
  }
  for (const ParamValue& value : heard.mentioned) visit(value);
}

inline std::vector<ParamValue> all_values(const Understanding& heard) {
  std::vector<ParamValue> all;
  visit_all_values(heard, [&](const ParamValue& value) { all.push_back(value); });
  return all;
}

}  // namespace parley::engine
