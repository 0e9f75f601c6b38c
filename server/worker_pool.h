// A fixed number of threads that run jobs from a bounded queue. Turns run here, because tools and stores block.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace parley::server {

class WorkerPool {
 public:
  WorkerPool(std::size_t threads, std::size_t most_waiting);
  ~WorkerPool();  // finishes the waiting jobs

  // Returns false, and drops the job, if too many jobs wait.
  bool post(std::function<void()> job);

 private:
  void run();

  const std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace parley::server
