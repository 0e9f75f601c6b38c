// SessionLocks lets only one turn of a session run at a time, in the order of arrival. Turns of different sessions run
// in parallel.
//
// A queue exists only while a turn of its session runs or waits, so idle sessions take no memory.
//
// Tested by tests/engine/threads_test.cc.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace parley::engine {

class SessionLocks {
  struct Queue {
    std::uint64_t next_ticket = 0;
    std::uint64_t serving = 0;
    std::condition_variable advanced;
  };

 public:
  // The lock of a session. Its destructor admits the next waiting turn.
  class Lock {
   public:
    ~Lock();
    bool is_held() const { return is_held_; }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    friend class SessionLocks;
    using Entry = std::map<std::string, Queue, std::less<>>::iterator;
    Lock(SessionLocks& locks, Entry entry, bool is_held) : locks_(locks), entry_(entry), is_held_(is_held) {}
    SessionLocks& locks_;
    const Entry entry_;
    const bool is_held_;
  };

  // Waits until no earlier caller waits for the session or holds its lock, then returns the lock. Returns a lock that
  // is not held, at once, if `most` callers wait or hold the lock. `most` 0: no limit.
  Lock enter(std::string_view session, std::size_t most = 0);
  bool is_full(std::string_view session, std::size_t most) const;

 private:
  using Queues = std::map<std::string, Queue, std::less<>>;
  static bool is_full(const Queue& queue, std::size_t most) {
    return most > 0 && queue.next_ticket - queue.serving >= most;
  }

  mutable std::mutex mutex_;
  Queues queues_;
};

}  // namespace parley::engine
