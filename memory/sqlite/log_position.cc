#include "memory/sqlite/log_position.h"

#include <atomic>

#include <sqlite3.h>

namespace parley::memory {
namespace {

// The size of the first part of a log's index, as SQLite maps it.
constexpr int kIndexPart = 32768;
// The word with the byte `isInit`, which is 0 until the index is complete.
constexpr std::size_t kIsComplete = 3;

}  // namespace

bool LogPosition::is_next_after(const LogPosition& earlier) const {
  return *this == earlier || words_[kCommits] == earlier.words_[kCommits] + 1;
}

LogWatch LogWatch::of(const Database& database) {
  return LogWatch(static_cast<std::uint32_t*>(database.log_index(kIndexPart)));
}

std::optional<LogPosition> LogWatch::now() const {
  if (!header_) return std::nullopt;
  const auto copy = [&](std::size_t number) {
    LogPosition position;
    for (std::size_t i = 0; i < LogPosition::kWords; ++i) {
      std::atomic_ref<std::uint32_t> word(header_[number * LogPosition::kWords + i]);
      position.words_[i] = word.load(std::memory_order_relaxed);
    }
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return position;
  };
  // A writer writes the second copy first, so equal copies are complete.
  const LogPosition position = copy(0);
  if (position != copy(1) || position.words_[kIsComplete] == 0) return std::nullopt;
  return position;
}

}  // namespace parley::memory
