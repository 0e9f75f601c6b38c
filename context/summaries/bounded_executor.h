// Calls of somebody else's code that may never return: each runs on a thread of its own, and whoever waits for it gives
// up in time. There are never more than so many at once, those that nobody waits for any more among them.
//
// Invariant: a thread that is let go of touches only what it owns, and the count, which it shares.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "parley/result.h"
#include "parley/summaries.h"

namespace parley::context {

struct SummaryAnswer {
  std::string text;
  SummaryRefusal refusal = SummaryRefusal::kNone;  // kFailed, kThrew, kTimedOut or kBusy
};

// Thread-safe.
class BoundedExecutor {
 public:
  explicit BoundedExecutor(int most);
  // `call` must own what it uses.
  SummaryAnswer run(std::function<Result<std::string>()> call, std::int64_t timeout_ms);
  int running() const;

 private:
  struct Count;
  const int most_;
  std::shared_ptr<Count> count_;
};

}  // namespace parley::context
