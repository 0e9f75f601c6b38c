// Where time and ids come from. Both are injected, so that the same inputs always give the same turn.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace parley {

// Milliseconds since 1970-01-01T00:00:00Z.
using TimeMs = std::int64_t;

// [Threading] called from any thread that calls the engine; must be safe for that.
// [Locking]   never called under a store's lock.
// [Errors]    must not throw.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimeMs now() = 0;
  // Waits between the attempts of a tool call. A test clock moves itself forward instead.
  virtual void sleep_for(std::chrono::milliseconds duration) = 0;
};

// The machine's own wall clock.
std::shared_ptr<Clock> create_system_clock();

// A clock that stands still until it is told otherwise; sleeping advances it. Thread-safe.
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

// [Threading] as Clock. Ids must be unique and unguessable outside tests.
class IdSource {
 public:
  virtual ~IdSource() = default;
  // A new id of at most 128 characters out of [A-Za-z0-9._:-].
  virtual std::string next() = 0;
};

// 128 random bits each, in hex.
std::shared_ptr<IdSource> create_random_ids();

// "<prefix>1", "<prefix>2", ...: for tests and replays. Thread-safe.
std::shared_ptr<IdSource> create_counted_ids(std::string prefix);

}  // namespace parley
