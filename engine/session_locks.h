// SessionLocks lets one turn at a time run per session, in the order of arrival. Different sessions run in parallel.
//
// A line exists only while a turn runs or waits in it, so idle sessions take no memory.
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
  struct Line {
    std::uint64_t next_ticket = 0;
    std::uint64_t serving = 0;
    std::condition_variable moved;
  };

 public:
  // The head of a session's line. Its destructor admits the next turn.
  class Turn {
   public:
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    friend class SessionLocks;
    using Entry = std::map<std::string, Line, std::less<>>::iterator;
    Turn(SessionLocks& queue, Entry entry) : queue_(queue), entry_(entry) {}
    SessionLocks& queue_;
    Entry entry_;
  };

  // Waits until the caller is at the head of the line. Calls are served in their order.
  Turn enter(std::string_view session);

 private:
  std::mutex mutex_;
  std::map<std::string, Line, std::less<>> lines_;
};

}  // namespace parley::engine
