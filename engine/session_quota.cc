#include "engine/session_quota.h"

#include <algorithm>
#include <string>

#include "memory/sessions/heirs.h"

namespace parley::engine {

Result<void> SessionQuota::admit(SessionStore& store) {
  if (limits_.max_sessions == 0) return {};
  const std::lock_guard lock(mutex_);
  if (admitted_ > 0) {
    --admitted_;
    return {};
  }
  const auto sessions = store.unarchived();
  if (!sessions) return Unexpected(sessions.error());
  std::int64_t room = limits_.max_sessions - *sessions;
  if (room <= 0 && limits_.evict_oldest) {
    const std::int64_t wanted = std::max<std::int64_t>(1, limits_.max_sessions / 1000);
    auto evicted = evict(store, wanted - room);
    if (!evicted) return Unexpected(evicted.error());
    room += *evicted;
  }
  if (room <= 0) {
    return Unexpected(ErrorCode::kLimitExceeded, "the store holds " + std::to_string(*sessions) +
                                                     " sessions; its limit is " + std::to_string(limits_.max_sessions) +
                                                     " (Limits::max_sessions)");
  }
  admitted_ = room / 100;
  return {};
}

// Erases up to `count` of the sessions that were idle longest. Returns how many it erased.
Result<std::int64_t> SessionQuota::evict(SessionStore& store, std::int64_t count) {
  SessionQuery query;
  query.order = SessionQuery::Order::kOldestFirst;
  query.limit = static_cast<std::size_t>(count);
  const auto oldest = store.list(query);
  if (!oldest) return Unexpected(oldest.error());
  std::vector<Erasure> erasures;
  for (const SessionInfo& summary : *oldest) erasures.push_back({summary.session, 0, summary.updated_at});
  const auto erased = memory::erase_with_inheritance(store, erasures);
  if (!erased) return Unexpected(erased.error());
  return static_cast<std::int64_t>(*erased);
}

}  // namespace parley::engine
