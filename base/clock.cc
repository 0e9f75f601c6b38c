// Implements the clocks and id sources of parley/clock.h. No other file of the library reads the wall clock.
// Tested by tests/engine/specification_test.cc.
#include "parley/clock.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "base/hash.h"

namespace parley {
namespace {

class SystemClock final : public Clock {
 public:
  TimeMs now() override {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  }
  void sleep_for(std::chrono::milliseconds duration) override { std::this_thread::sleep_for(duration); }
};

class RandomIds final : public IdSource {
 public:
  std::string next() override { return base::random_hex(16); }
};

class CountedIds final : public IdSource {
 public:
  explicit CountedIds(std::string prefix) : prefix_(std::move(prefix)) {}
  std::string next() override { return prefix_ + std::to_string(++count_); }

 private:
  const std::string prefix_;
  std::atomic<std::int64_t> count_{0};
};

}  // namespace

std::shared_ptr<Clock> create_system_clock() { return std::make_shared<SystemClock>(); }
std::shared_ptr<IdSource> create_random_ids() { return std::make_shared<RandomIds>(); }
std::shared_ptr<IdSource> create_counted_ids(std::string prefix) {
  return std::make_shared<CountedIds>(std::move(prefix));
}

struct ManualClock::State {
  std::atomic<TimeMs> now;
};

ManualClock::ManualClock(TimeMs start) : state_(new State{{start}}) {}
ManualClock::~ManualClock() = default;
TimeMs ManualClock::now() { return state_->now; }
void ManualClock::sleep_for(std::chrono::milliseconds duration) { state_->now += duration.count(); }
void ManualClock::set(TimeMs now) { state_->now = now; }

}  // namespace parley
