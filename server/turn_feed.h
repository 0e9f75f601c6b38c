// TurnFeed: tells the streams of this process that a session has a new turn. The streams read the turn from the store.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "parley/clock.h"
#include "parley/turn.h"

namespace parley::server {

// A stored turn, without texts.
struct TurnNotice {
  std::string session;
  std::int64_t seq = 0;
  TurnStatus status = TurnStatus::kDone;
  std::string intent;  // empty: none
  bool handed_off = false;
  TimeMs at = 0;
};

// Thread-safe.
class TurnFeed {
 public:
  using Take = std::function<void(const TurnNotice&)>;

  // Calls `take` for each turn of a session, or of all sessions if `session` is empty, on the thread of publish(). It
  // must not block, and must not call the feed.
  std::uint64_t listen(const std::string& session, Take take);
  void stop(std::uint64_t id);
  void publish(const TurnNotice& notice);

 private:
  struct Listener {
    std::uint64_t id;
    Take take;
  };
  std::mutex mutex_;
  std::uint64_t last_id_ = 0;
  std::multimap<std::string, Listener, std::less<>> by_session_;  // "": of all sessions
  std::map<std::uint64_t, std::string> session_of_;
};

}  // namespace parley::server
