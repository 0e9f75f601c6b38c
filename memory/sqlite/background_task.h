// BackgroundTask runs a task on a thread of its own each time it is woken. The thread starts when it is first woken.
//
// Tested by tests/memory/settling_test.cc.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace parley::memory {

// Thread-safe. The destructor waits for the end of a running task.
class BackgroundTask {
 public:
  explicit BackgroundTask(std::function<void()> task) : task_(std::move(task)) {}
  ~BackgroundTask() { stop(); }
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

  // Runs the task soon. If the task is running, it runs once more. Without memory for a thread, nothing runs.
  void wake();
  void stop();

 private:
  void run();

  const std::function<void()> task_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool is_due_ = false, is_stopping_ = false;
  std::thread thread_;
};

}  // namespace parley::memory
