// SessionLocks lets only one turn of a session run at a time, in the order of arrival. Turns of different sessions run
// in parallel.
//
// A queue exists only while a turn of its session runs or waits, so idle sessions take no memory.
//
// Tested by tests/engine/threads_test.cc.
#pragma once

#include <condition_variable>
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
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    friend class SessionLocks;
    using Entry = std::map<std::string, Queue, std::less<>>::iterator;
    Lock(SessionLocks& locks, Entry entry) : locks_(locks), entry_(entry) {}
    SessionLocks& locks_;
    Entry entry_;
  };

  // Waits until no earlier caller waits for the session or holds its lock, then returns the lock.
  Lock enter(std::string_view session);

 private:
  std::mutex mutex_;
  std::map<std::string, Queue, std::less<>> queues_;
};

}  // namespace parley::engine
