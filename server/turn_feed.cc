// Tested by tests/server/streams_test.cc.
#include "server/turn_feed.h"

#include <utility>

namespace parley::server {

std::uint64_t TurnFeed::listen(const std::string& session, Take take) {
  const std::lock_guard lock(mutex_);
  by_session_.emplace(session, Listener{++last_id_, std::move(take)});
  session_of_[last_id_] = session;
  return last_id_;
}

void TurnFeed::stop(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto session = session_of_.find(id);
  if (session == session_of_.end()) return;
  auto [first, last] = by_session_.equal_range(session->second);
  while (first != last && first->second.id != id) ++first;
  if (first != last) by_session_.erase(first);
  session_of_.erase(session);
}

void TurnFeed::publish(const TurnNotice& notice) {
  const std::lock_guard lock(mutex_);
  for (const std::string& session : {notice.session, std::string()}) {
    const auto [first, last] = by_session_.equal_range(session);
    for (auto one = first; one != last; ++one) one->second.take(notice);
  }
}

}  // namespace parley::server
