// WorkBudget limits the number of steps for processing one text.
//
// Processing is linear in the length of the text, but the factor grows with the bot: each regex and each type scans the
// text again. A WorkBudget is a limit that holds for any bot. A step is about one examined byte. The same text always
// takes the same number of steps. A budget applies to the thread that created it, so functions need no parameter for
// it.
#pragma once

#include <cstdint>

namespace parley::base {

class WorkBudget {
 public:
  static constexpr std::uint64_t kUnlimited = UINT64_MAX;

  // Counts steps until it is destroyed. Its steps then also count for the enclosing WorkBudget of the thread.
  explicit WorkBudget(std::uint64_t most = kUnlimited);
  ~WorkBudget();
  WorkBudget(const WorkBudget&) = delete;
  WorkBudget& operator=(const WorkBudget&) = delete;

  std::uint64_t steps() const { return steps_; }
  bool is_exceeded() const { return steps_ > most_; }

  // Adds steps to the innermost WorkBudget of this thread. Returns false when that budget is exceeded; the caller must
  // then give up. Always true without a WorkBudget.
  static bool spend(std::uint64_t steps);

 private:
  const std::uint64_t most_;
  std::uint64_t steps_ = 0;
  WorkBudget* const outer_;
};

}  // namespace parley::base
