// Sweeper runs a task on a thread, at an interval, until it is stopped.
//
// Tested by tests/engine/sweeper_test.cc.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace parley::engine {

class Sweeper {
 public:
  Sweeper() = default;
  ~Sweeper() { stop(); }
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  // Calls `work` at once, and then at every `interval`; 0: never. Does nothing when it was started before. Not
  // thread-safe with itself.
  void start(std::chrono::milliseconds interval, std::function<void()> work);

  // Waits until `work` returns. May be called more than once.
  void stop();

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace parley::engine
