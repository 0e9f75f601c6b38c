// Applies the values of a message: answers, corrections, values taken back, and params to change (docs/dialog.md,
// sections 1, 3 and 6). The values of a message are taken together, so that a correction counts before the question is
// judged.
// Tested by tests/planner/param_filling_test.cc.
#pragma once

#include <string>
#include <vector>

#include "planner/effects.h"
#include "planner/resolution.h"

namespace parley::planner {

// The acts Inform, Correct and Retract of a message that have a right.
struct ValueActs {
  std::vector<ParamValue> values;     // for params of the open intent
  Ambiguous readings;                 // the user means one of each
  std::vector<std::string> named;     // params to change, without a value
  std::vector<ParamValue> elsewhere;  // for interrupted or offered intents
  bool by_words = false;              // "no, I meant ..."
};
ValueActs value_acts_of(const Resolution& resolution);

void apply_values(TransitionBuilder& builder, Question question, const ValueActs& acts, Effects& effects);

}  // namespace parley::planner
