// WorkBudget: a limit on the steps that reading one text may take.
//
// Reading is linear in the length of the text, but the factor grows with the bot: each regex and each type reads the
// text again. A Work is the limit that holds for any bot. It counts on the thread that made it, so that no reader has
// to pass it on. A step is about one byte that a reader looks at. The same text always takes the same number of steps.
#pragma once

#include <cstdint>

namespace parley::base {

class WorkBudget {
 public:
  static constexpr std::uint64_t kUnlimited = UINT64_MAX;

  // Counts until it is destroyed. Its steps count for the enclosing Work of the thread too.
  explicit WorkBudget(std::uint64_t most = kUnlimited);
  ~WorkBudget();
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  std::uint64_t steps() const { return steps_; }
  bool is_exceeded() const { return steps_ > most_; }

  // Adds to the innermost Work of this thread. False when that one is exceeded: the caller gives up. Without a Work
  // always true.
  static bool spend(std::uint64_t steps);

 private:
  const std::uint64_t most_;
  std::uint64_t steps_ = 0;
  WorkBudget* const outer_;
};

}  // namespace parley::base
