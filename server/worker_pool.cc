// Tested by tests/server/streams_test.cc.
#include "server/worker_pool.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace parley::server {
namespace {

constexpr std::chrono::milliseconds kLook{50};  // the interval at which a thread looks whether the store is stuck

// Of few threads, none can be spared for jobs that only read.
std::size_t started(std::size_t threads) { return threads < 8 ? threads + 1 : threads; }

}  // namespace

WorkerPool::WorkerPool(std::size_t threads, std::size_t most_waiting, std::function<bool()> is_stuck)
    : most_waiting_(most_waiting),
      most_writing_(started(threads) - std::max<std::size_t>(started(threads) / 8, 1)),
      is_stuck_(std::move(is_stuck)) {
  try {
    for (std::size_t i = 0; i < started(threads); ++i) threads_.emplace_back([this] { run(); });
  } catch (...) {
    stop();
    throw;
  }
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool WorkerPool::post(Job job, Kind kind) {
  try {
    const std::lock_guard lock(mutex_);
    std::deque<Waiting>& jobs = kind == Kind::kWrites ? writes_ : reads_;
    if (jobs.size() >= most_waiting_) return false;
    jobs.push_back({++posted_, std::move(job)});
  } catch (const std::exception&) {  // out of memory
    return false;
  }
  changed_.notify_one();
  return true;
}

void WorkerPool::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    auto taken = take();
    if (!taken) {
      if (is_stopping_ && writes_.empty()) return;
      wait(lock);
      continue;
    }
    lock.unlock();
    try {
      taken->job(taken->go);
    } catch (const std::exception&) {  // out of memory
    }
    taken->job = nullptr;  // what it owned may answer
    lock.lock();
    if (taken->kind == Kind::kWrites && taken->go == Go::kRun) --writing_;
  }
}

// Takes the oldest job that may run.
std::optional<WorkerPool::Taken> WorkerPool::take() {
  const auto pop = [](std::deque<Waiting>& jobs, Kind kind, Go go) {
    Taken taken{std::move(jobs.front().job), kind, go};
    jobs.pop_front();
    return taken;
  };
  const bool may_write = !writes_.empty() && writing_ < most_writing_;
  if (may_write && (reads_.empty() || writes_.front().number < reads_.front().number)) {
    ++writing_;
    return pop(writes_, Kind::kWrites, Go::kRun);
  }
  if (!reads_.empty()) return pop(reads_, Kind::kReads, Go::kRun);
  if (!writes_.empty() && is_stuck_ && is_stuck_()) return pop(writes_, Kind::kWrites, Go::kRefused);
  return std::nullopt;
}

void WorkerPool::wait(std::unique_lock<std::mutex>& lock) {
  if (writes_.empty()) return changed_.wait(lock);
  changed_.wait_for(lock, kLook);
}

}  // namespace parley::server
