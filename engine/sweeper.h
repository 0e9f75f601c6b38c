// Sweeper: a thread that does something every so often, until it is told to stop.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "parley/clock.h"

namespace parley::engine {

class Sweeper {
 public:
  Sweeper() = default;
  ~Sweeper() { stop(); }
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  // Calls `work` now and then every `interval`; 0: never. Once in a sweeper's life.
  void start(TimeMs interval, std::function<void()> work);

  // Waits for work that has begun. May be called any number of times.
  void stop();

 private:
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace parley::engine
