// Resolution: which acts of a message may act.
//
// A message is resolved before anything changes. An act may take the right of another one: in "yes, but make it 60" the
// change takes the right of the yes, and in "forget it, I want a refund" the command takes the right of the open
// intent. kPrecedence has one row for each such rule (docs/dialog.md, section 1). The rows apply in their order, and an
// act that has lost its right takes none.
// Tested by tests/planner/resolution_test.cc and act_pairs_test.cc.
#pragma once

#include <vector>

#include "planner/parts.h"

namespace parley::planner {

enum class Right {
  kActs,
  kWaits,  // an intent waits in the queue
  kNone,
};

struct PrecedenceRule {
  const char* number;  // in docs/dialog.md
  Set<Question> at;
  Set<Part> takers;  // empty: the act has no right at this question
  Set<Part> taken;
  const char* reason;  // a clause: why the act does not count
  enum class Where {
    kAnywhere,
    kOverlapping,  // the two acts have words in common
    kTogether,     // the same, or the reader does not say where an act is. A caller's acts are apart then
    kLater,        // the taker comes later in the message
    kTwice,        // the taker is the same part, and comes before
  };
  Where where = Where::kAnywhere;
  Right left = Right::kNone;  // what the act may still do
};
const std::vector<PrecedenceRule>& precedence();

struct ResolvedAct {
  const DialogAct* act = nullptr;  // in the message
  Part part = Part::kRemark;
  Right right = Right::kActs;
  const PrecedenceRule* by = nullptr;  // the rule that took its right. Null: it has its right
};

struct Resolution {
  Question question = Question::kNothing;
  std::vector<ResolvedAct> acts;  // in the order of the message
};

// Pure. The result borrows the message.
Resolution resolve(const TransitionBuilder& builder, const Understanding& message);

}  // namespace parley::planner
