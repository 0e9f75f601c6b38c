// Sweeper repeats a task on a thread, at an interval, until it is stopped.
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

  // Calls `work` at once, and then once every `interval`. Does nothing if `interval` is 0 or the sweeper was started
  // before. start() is not thread-safe.
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
