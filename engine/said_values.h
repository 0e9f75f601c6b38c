// The lists of values in an understanding, for code that treats them all alike.
// Tested by tests/engine/store_gate_test.cc.
#pragma once

#include "parley/understanding.h"

namespace parley::engine {

// Calls visit(list) with each list of values that `heard` holds.
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
  for (const FurtherIntent& wish : heard.further) {
    visit(wish.params);
    visit_all(wish.ambiguous);
  }
}

}  // namespace parley::engine
