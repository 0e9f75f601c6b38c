#include "base/work.h"

namespace parley::base {
namespace {

thread_local Work* innermost = nullptr;

}  // namespace

Work::Work(std::uint64_t most) : most_(most), outer_(innermost) { innermost = this; }

Work::~Work() {
  innermost = outer_;
  if (outer_) outer_->steps_ += steps_;
}

bool Work::spend(std::uint64_t steps) {
  if (!innermost) return true;
  innermost->steps_ += steps;
  return !innermost->is_exceeded();
}

}  // namespace parley::base
