// Visits all lists of param values in an NLU result.
//
// Tested by tests/engine/redactor_test.cc and tests/engine/store_gate_test.cc.
#pragma once

#include <vector>

#include "parley/understanding.h"

namespace parley::engine {

// Calls visit(list) for each list of values in `heard`.
template <class Visit>
void for_each_list(const Understanding& heard, const Visit& visit) {
  const auto visit_all = [&](const Ambiguous& ambiguous) {
    for (const auto& readings : ambiguous) visit(readings);
  };
  visit(heard.params);
  visit_all(heard.ambiguous);
  visit(heard.answers);
  visit_all(heard.ambiguous_answers);
  visit(heard.elsewhere);
  visit(heard.mentioned);
  if (heard.follow_up) {
    visit(heard.follow_up->params);
    visit_all(heard.follow_up->ambiguous);
  }
  for (const auto* intents : {&heard.further, &heard.doubtful}) {
    for (const FurtherIntent& further : *intents) {
      visit(further.params);
      visit_all(further.ambiguous);
    }
  }
}

inline std::vector<ParamValue> all_values(const Understanding& heard) {
  std::vector<ParamValue> all;
  for_each_list(heard,
                [&](const std::vector<ParamValue>& values) { all.insert(all.end(), values.begin(), values.end()); });
  return all;
}

}  // namespace parley::engine
