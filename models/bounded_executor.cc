// Tested by tests/models/bounded_executor_test.cc.
#include "models/bounded_executor.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace parley::models {

struct BoundedExecutor::Count {
  std::atomic<int> running{0};

  bool take(int most) {
    if (running.fetch_add(1) < most) return true;
    --running;
    return false;
  }
};

namespace {

CallAnswer answer_of(const std::function<Result<std::string>()>& call) {
  try {
    Result<std::string> text = call();
    return text ? CallAnswer{std::move(*text)} : CallAnswer{{}, CallFailure::kFailed};
  } catch (...) {  // the callback may throw anything
    return {{}, CallFailure::kThrew};
  }
}

// Delivery passes the result of a call to the caller, if the caller still waits.
class Delivery {
 public:
  void put(CallAnswer answer) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
    is_there_.notify_one();
  }
  CallAnswer wait(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    if (!is_there_.wait_for(lock, std::max(timeout, std::chrono::milliseconds(0)), [&] { return answer_.has_value(); }))
      return {{}, CallFailure::kTimedOut};
    return std::move(*answer_);
  }

 private:
  std::mutex mutex_;
  std::condition_variable is_there_;
  std::optional<CallAnswer> answer_;
};

}  // namespace

BoundedExecutor::BoundedExecutor(int most) : most_(most), count_(std::make_shared<Count>()) {}

CallAnswer BoundedExecutor::run(std::function<Result<std::string>()> call, std::chrono::milliseconds timeout) {
  if (!count_->take(most_)) return {{}, CallFailure::kBusy};
  const auto delivery = std::make_shared<Delivery>();
  try {
    std::thread([call = std::move(call), delivery, count = count_]() mutable {
      CallAnswer answer = answer_of(call);
      call = nullptr;  // destroys what the call owns before the caller is notified
      --count->running;
      delivery->put(std::move(answer));
    }).detach();
  } catch (const std::exception&) {  // out of threads or memory
    --count_->running;
    return {{}, CallFailure::kBusy};
  }
  const auto began = std::chrono::steady_clock::now();
  CallAnswer answer = delivery->wait(timeout);
  answer.waited = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
  return answer;
}

int BoundedExecutor::running() const { return count_->running; }

}  // namespace parley::models
