// Events and sinks for tests, including sinks that fail or block.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "parley/telemetry.h"
#include "parley/value.h"

namespace parley::test {

using EventLines = std::vector<std::string>;

// Returns an event as the engine writes it. `more` has further members, each after a comma.
inline std::string event_line(const std::string& stage, const std::string& more = {},
                              const std::string& ts = "2026-03-02T09:00:00.000Z") {
  return R"({"v":2,"stage":")" + stage + R"(","ts":")" + ts + R"(","session":"0a1b","turn":1,"bot":"desk","us":120)" +
         more + "}";
}

// Returns `count` different events.
inline EventLines event_lines(std::size_t count, const std::string& of = "a") {
  EventLines lines;
  for (std::size_t i = 0; i < count; ++i) {
    lines.push_back(event_line("respond", R"(,"of":")" + of + R"(","n":)" + std::to_string(i)));
  }
  return lines;
}

// A timeout longer than any wait of a passing test, and short enough for a failing test.
constexpr std::chrono::seconds kPatience{30};

// A sink that records its events and answers as configured.
class RecordingSink : public TelemetrySink {
 public:
  using Answer = std::function<Result<std::size_t>(const EventLines&)>;
  explicit RecordingSink(Answer answer = {}, TelemetryPace pace = {}) : answer_(std::move(answer)), pace_(pace) {}

  Result<std::size_t> write(const EventLines& lines) override {
    {
      const std::lock_guard lock(mutex_);
      writes_.push_back(lines);
    }
    written_.notify_all();
    return answer_ ? answer_(lines) : Result<std::size_t>(lines.size());
  }
  TelemetryPace pace() const override { return pace_; }

  std::vector<EventLines> writes() const {
    const std::lock_guard lock(mutex_);
    return writes_;
  }
  EventLines lines() const {
    EventLines all;
    for (const EventLines& write : writes()) all.insert(all.end(), write.begin(), write.end());
    return all;
  }
  // Waits until the sink has had this number of writes.
  bool waits_for(std::size_t writes) {
    std::unique_lock lock(mutex_);
    return written_.wait_for(lock, kPatience, [&] { return writes_.size() >= writes; });
  }

 private:
  const Answer answer_;
  const TelemetryPace pace_;
  mutable std::mutex mutex_;
  std::condition_variable written_;
  std::vector<EventLines> writes_;
};

// A gate that opens once.
class Gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    opened_.notify_all();
  }
  bool wait() {
    std::unique_lock lock(mutex_);
    return opened_.wait_for(lock, kPatience, [&] { return is_open_; });
  }
  void wait_for_ever() {
    std::unique_lock lock(mutex_);
    opened_.wait(lock, [&] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool is_open_ = false;
};

// A sink that blocks in its first write until released. Its gates outlive it.
class BlockedSink : public TelemetrySink {
 public:
  struct Gates {
    Gate entered, lets, gone;  // the first write has begun; it may end; the sink was destroyed
    std::atomic<int> writes{0};
  };
  explicit BlockedSink(std::shared_ptr<Gates> gates) : gates_(std::move(gates)) {}
  ~BlockedSink() override { gates_->gone.open(); }

  Result<std::size_t> write(const EventLines& lines) override {
    ++gates_->writes;
    gates_->entered.open();
    gates_->lets.wait_for_ever();
    const std::lock_guard lock(mutex_);
    lines_.insert(lines_.end(), lines.begin(), lines.end());
    return lines.size();
  }
  EventLines lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

 private:
  const std::shared_ptr<Gates> gates_;
  mutable std::mutex mutex_;
  EventLines lines_;
};

}  // namespace parley::test
