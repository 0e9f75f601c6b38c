// Clock and IdSource: the time and the ids that parley uses. They are interfaces, so that the same inputs always
// produce the same turn.
//
//   parley::EngineOptions options;  // for a test
//   options.clock = std::make_shared<parley::ManualClock>(1'772'442'000'000);  // 2026-03-02T09:00:00Z
//   options.ids = parley::create_counted_ids("id-");
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace parley {

// A point in time: milliseconds since 1970-01-01T00:00:00Z. Durations are std::chrono types.
using TimeMs = std::int64_t;

// The source of the time. Implementations must be thread-safe and must not throw. parley holds no lock of a store while
// it calls a clock.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimeMs now() = 0;
  // Waits, for example between the tries of a tool call. A test clock advances instead.
  virtual void sleep_for(std::chrono::milliseconds duration) = 0;
};

// The wall clock of the machine.
std::shared_ptr<Clock> create_system_clock();

// A clock for tests. It changes only by set() and sleep_for(). Thread-safe.
class ManualClock : public Clock {
 public:
  explicit ManualClock(TimeMs start);
  ~ManualClock() override;
  TimeMs now() override;
  void sleep_for(std::chrono::milliseconds duration) override;
  void set(TimeMs now);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The source of ids. Implementations must be thread-safe. Ids must be unique and, outside tests, unguessable.
class IdSource {
 public:
  virtual ~IdSource() = default;
  // Returns a new id of at most 128 characters from [A-Za-z0-9._:-].
  virtual std::string next() = 0;
};

// Ids of 128 random bits, in hex.
std::shared_ptr<IdSource> create_random_ids();

// "<prefix>1", "<prefix>2", ...: for tests and replays.
std::shared_ptr<IdSource> create_counted_ids(std::string prefix);

}  // namespace parley
