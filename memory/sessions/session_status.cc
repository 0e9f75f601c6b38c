// Determines whether a session is live, expired or unknown, and its title.
//
// Tested by tests/memory/sessions_test.cc.
#include "base/time.h"
#include "parley/sessions.h"

namespace parley {
namespace {

SessionStatus status_at(TimeMs expires_at, TimeMs now) {
  return expires_at != 0 && now >= expires_at ? SessionStatus::kExpired : SessionStatus::kLive;
}

}  // namespace

SessionStatus session_status(const SessionState& state, TimeMs now) { return status_at(state.expires_at, now); }

Result<SessionStatus> session_status(SessionStore& store, std::string_view session, TimeMs now) {
  const auto summary = store.summary(session);
  if (!summary) return Unexpected(summary.error());
  if (*summary) return status_at((*summary)->expires_at, now);
  const auto expired = store.expired(session);
  if (!expired) return Unexpected(expired.error());
  return *expired ? SessionStatus::kExpired : SessionStatus::kUnknown;
}

Result<std::string> session_of_conversation(SessionStore& store, std::string_view continuation_id, TimeMs now) {
  const auto place = store.find_conversation(continuation_id);
  if (!place) return Unexpected(place.error());
  if (!*place) {
    return Unexpected(ErrorCode::kUnknownSession,
                      "no conversation with this continuation id exists; start a session by its name");
  }
  if ((*place)->is_current) {
    const auto state = store.load((*place)->session);
    if (!state) return Unexpected(state.error());
    if (*state && !(*state)->ended && session_status(**state, now) == SessionStatus::kLive) return (*place)->session;
  }
  return Unexpected(ErrorCode::kSessionExpired,
                    "the conversation with this continuation id has ended; start another by the session's name");
}

std::string title_of(const SessionSummary& summary) {
  constexpr std::size_t kDate = 10;  // "2026-11-21"
  if (!summary.notes.title.empty()) return summary.notes.title;
  const std::string day = base::format_iso8601(summary.updated_at).substr(0, kDate);
  return summary.last_intent ? *summary.last_intent + ", " + day : day;
}

}  // namespace parley
