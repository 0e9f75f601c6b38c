// RecentAnswers holds answers as their users got them, for redeliveries. The store has these answers without their
// private values, so the process keeps them in its memory only: a few, for a short time. Thread-safe.
//
// Tested by tests/engine/redelivery_test.cc.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "parley/clock.h"
#include "parley/turn.h"

namespace parley::engine {

class RecentAnswers {
 public:
  static constexpr std::size_t kMost = 256;
  static constexpr TimeMs kKept = 600'000;

  // Drops the oldest answer if there are too many, and all older than kKept.
  void keep(const Turn& answer, TimeMs now);
  // Returns the answer whose stored form is `stored`. Unset: it was dropped, or another process gave it.
  std::optional<Turn> find(const Turn& stored, TimeMs now);
  void forget(std::string_view session);
  void forget_all();

 private:
  struct Kept {
    TimeMs at;
    Turn answer;
  };
  void drop_old(TimeMs now);

  std::mutex mutex_;
  std::deque<Kept> kept_;  // the oldest first
};

}  // namespace parley::engine
