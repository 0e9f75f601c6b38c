// Tested by tests/server/streams_test.cc.
#include "server/heart.h"

#include <exception>
#include <utility>
#include <vector>

namespace parley::server {

Heart::Heart(std::chrono::milliseconds every) : every_(every), thread_([this] { run(); }) {}

Heart::~Heart() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

std::uint64_t Heart::add(std::function<bool()> beat) {
  const std::lock_guard lock(mutex_);
  beats_[++last_id_] = std::move(beat);
  return last_id_;
}

void Heart::remove(std::uint64_t id) {
  std::function<bool()> removed;  // destroyed without the lock
  const std::lock_guard lock(mutex_);
  const auto found = beats_.find(id);
  if (found == beats_.end()) return;
  removed = std::move(found->second);
  beats_.erase(found);
}

void Heart::run() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, every_, [this] { return is_stopping_; })) {
    try {
      beat_all(lock);
    } catch (const std::exception&) {  // out of memory: the next beat comes
      if (!lock) lock.lock();
    }
  }
}

// The functions run without the lock, because the end of a stream removes one.
void Heart::beat_all(std::unique_lock<std::mutex>& lock) {
  std::vector<std::pair<std::uint64_t, std::function<bool()>>> now(beats_.begin(), beats_.end());
  lock.unlock();
  std::vector<std::uint64_t> over;
  for (const auto& [id, beat] : now) {
    if (!beat()) over.push_back(id);
  }
  now.clear();
  lock.lock();
  for (const std::uint64_t id : over) beats_.erase(id);
}

}  // namespace parley::server
