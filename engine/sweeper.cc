#include "engine/sweeper.h"

#include <system_error>
#include <utility>

namespace parley::engine {

void Sweeper::start(std::chrono::milliseconds interval, std::function<void()> work) {
  if (interval.count() <= 0 || thread_.joinable()) return;
  try {
    thread_ = std::thread([this, interval, work = std::move(work)] {
      std::unique_lock lock(mutex_);
      do {
        lock.unlock();
        work();
        lock.lock();
      } while (!wake_.wait_for(lock, interval, [this] { return stopping_; }));
    });
  } catch (const std::system_error&) {
    return;  // no thread is available; the caller can still call Engine::sweep()
  }
}

void Sweeper::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    wake_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

}  // namespace parley::engine
