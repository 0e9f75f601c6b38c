// Tested by tests/engine/threads_test.cc.
#include "engine/session_locks.h"

namespace parley::engine {

SessionLocks::Lock SessionLocks::enter(std::string_view session, std::size_t most) {
  std::unique_lock lock(mutex_);
  auto entry = queues_.find(session);
  if (entry == queues_.end()) entry = queues_.try_emplace(std::string(session)).first;
  Queue& queue = entry->second;
  if (is_full(queue, most)) return Lock(*this, entry, false);
  const std::uint64_t ticket = queue.next_ticket++;
  queue.advanced.wait(lock, [&] { return queue.serving == ticket; });
  return Lock(*this, entry, true);
}

bool SessionLocks::is_full(std::string_view session, std::size_t most) const {
  const std::lock_guard lock(mutex_);
  const auto entry = queues_.find(session);
  return entry != queues_.end() && is_full(entry->second, most);
}

SessionLocks::Lock::~Lock() {
  if (!is_held_) return;
  const std::lock_guard lock(locks_.mutex_);
  Queue& queue = entry_->second;
  if (++queue.serving == queue.next_ticket) {
    locks_.queues_.erase(entry_);
  } else {
    queue.advanced.notify_all();
  }
}

}  // namespace parley::engine
