// A fixed number of threads that run jobs from a bounded queue. Turns run here, because tools and stores block.
//
// Jobs that may wait for a turn or for a write to the store never hold all threads, so the others always go on.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace parley::server {

class WorkerPool {
 public:
  enum class Kind { kReads, kWrites };
  // kRefused: the store takes no writes, and the job must not wait for it.
  enum class Go { kRun, kRefused };
  using Job = std::function<void(Go)>;

  // Starts `threads` threads; an eighth of them, or one more thread if there are fewer than eight, runs no jobs that
  // write. At most `most_waiting` jobs of each kind wait. `is_stuck` returns whether the store takes no writes. Jobs
  // that write and find no thread are then refused. Throws std::system_error if the system starts no more threads.
  WorkerPool(std::size_t threads, std::size_t most_waiting, std::function<bool()> is_stuck = {});
  ~WorkerPool();  // finishes the waiting jobs

  // Returns false, and drops the job, if too many jobs of its kind wait, or without memory. A job that throws ends
  // without an effect on others.
  bool post(Job job, Kind kind = Kind::kReads);

 private:
  struct Waiting {
    std::uint64_t number = 0;
    Job job;
  };
  struct Taken {
    Job job;
    Kind kind = Kind::kReads;
    Go go = Go::kRun;
  };
  void run();
  void stop();
  // These two require the lock.
  std::optional<Taken> take();
  void wait(std::unique_lock<std::mutex>& lock);

  const std::size_t most_waiting_, most_writing_;
  const std::function<bool()> is_stuck_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> reads_, writes_;
  std::uint64_t posted_ = 0;
  std::size_t writing_ = 0;  // threads that run jobs that write
  bool is_stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace parley::server
