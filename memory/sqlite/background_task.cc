#include "memory/sqlite/background_task.h"

#include <exception>

namespace parley::memory {

void BackgroundTask::wake() {
  const std::lock_guard lock(mutex_);
  if (is_stopping_) return;
  is_due_ = true;
  try {
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  } catch (const std::exception&) {  // the system has no more threads, or no memory
    is_due_ = false;
  }
  woken_.notify_one();
}

void BackgroundTask::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  woken_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void BackgroundTask::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    woken_.wait(lock, [this] { return is_due_ || is_stopping_; });
    if (is_stopping_) return;
    is_due_ = false;
    lock.unlock();
    try {
      task_();
    } catch (const std::exception&) {  // out of memory: the task runs when it is woken again
    }
    lock.lock();
  }
}

}  // namespace parley::memory
