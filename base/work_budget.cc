// Tested by tests/intents/linear_test.cc.
#include "base/work_budget.h"

namespace parley::base {
namespace {

thread_local WorkBudget* innermost = nullptr;

}  // namespace

WorkBudget::WorkBudget(std::uint64_t most) : most_(most), outer_(innermost) { innermost = this; }

WorkBudget::~WorkBudget() {
  innermost = outer_;
  if (outer_) outer_->steps_ += steps_;
}

bool WorkBudget::spend(std::uint64_t steps) {
  if (!innermost) return true;
  innermost->steps_ += steps;
  return !innermost->is_exceeded();
}

}  // namespace parley::base
