// Tested by tests/engine/redelivery_test.cc.
#include "engine/recent_answers.h"

#include <algorithm>

namespace parley::engine {

// A clock may go back, so each entry is judged.
void RecentAnswers::drop_old(TimeMs now) {
  std::erase_if(kept_, [&](const Kept& one) { return now - one.at > kKept; });
}

void RecentAnswers::keep(const Turn& answer, TimeMs now) {
  const std::lock_guard lock(mutex_);
  drop_old(now);
  if (kept_.size() == kMost) kept_.pop_front();
  kept_.push_back({now, answer});
}

std::optional<Turn> RecentAnswers::find(const Turn& stored, TimeMs now) {
  const std::lock_guard lock(mutex_);
  drop_old(now);
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& one) {
    return one.answer.id == stored.id && one.answer.session == stored.session && one.answer.seq == stored.seq &&
           one.answer.continuation_id == stored.continuation_id;
  });
  return found == kept_.end() ? std::nullopt : std::optional<Turn>(found->answer);
}

void RecentAnswers::forget(std::string_view session) {
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [&](const Kept& one) { return one.answer.session == session; });
}

void RecentAnswers::forget_all() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

}  // namespace parley::engine
