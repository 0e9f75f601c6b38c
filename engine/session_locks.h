// One turn at a time per session, in the order of arrival; different sessions in parallel.
//
// A session's line exists only while somebody stands in it, so idle sessions cost nothing.
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
  // A place at the head of a session's line; leaving lets the next one in.
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

  // Waits for its turn. Tickets are given in the order of the calls.
  Turn enter(std::string_view session);

 private:
  std::mutex mutex_;
  std::map<std::string, Line, std::less<>> lines_;
};

}  // namespace parley::engine
