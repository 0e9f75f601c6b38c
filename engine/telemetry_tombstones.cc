#include "engine/telemetry_tombstones.h"

#include <new>

namespace parley::engine {

bool TelemetryTombstones::covers(const std::string& session, Moment begun) const {
  if (!is_used_) return false;
  const std::lock_guard lock(mutex_);
  const auto found = until_.find(session);
  return found != until_.end() && begun < found->second;
}

void TelemetryTombstones::begin(const std::string& session) {
  const std::lock_guard lock(mutex_);
  until_[session] = kOpen;
  is_used_ = true;
}

void TelemetryTombstones::end(const std::string& session) noexcept {
  const std::lock_guard lock(mutex_);
  const Moment moment = ++now_;
  const auto found = until_.find(session);
  if (found == until_.end()) return;
  found->second = moment;
  try {
    ended_.emplace_back(session, moment);
  } catch (const std::bad_alloc&) {  // the tombstone has no entry in ended_, so it is never dropped
    return;
  }
  if (ended_.size() <= kMost) return;
  const auto oldest = until_.find(ended_.front().first);
  if (oldest != until_.end() && oldest->second == ended_.front().second) until_.erase(oldest);
  ended_.pop_front();
}

}  // namespace parley::engine
