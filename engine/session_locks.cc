// Tested by tests/engine/threads_test.cc.
#include "engine/session_locks.h"

namespace parley::engine {

SessionLocks::Turn SessionLocks::enter(std::string_view session) {
  std::unique_lock lock(mutex_);
  auto entry = lines_.find(session);
  if (entry == lines_.end()) entry = lines_.try_emplace(std::string(session)).first;
  Line& line = entry->second;
  const std::uint64_t ticket = line.next_ticket++;
  line.moved.wait(lock, [&] { return line.serving == ticket; });
  return Turn(*this, entry);
}

SessionLocks::Turn::~Turn() {
  const std::lock_guard lock(queue_.mutex_);
  Line& line = entry_->second;
  if (++line.serving == line.next_ticket) {
    queue_.lines_.erase(entry_);
  } else {
    line.moved.notify_all();
  }
}

}  // namespace parley::engine
