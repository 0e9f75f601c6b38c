#include "memory/memory_listing.h"

#include <algorithm>
#include <string>

#include "memory/session_order.h"

namespace parley::memory {
namespace {

bool has_standing(const SessionQuery& query, TimeMs expires_at) {
  if (query.standing == SessionQuery::Standing::kAny) return true;
  const bool is_expired = expires_at != 0 && expires_at <= query.now;
  return is_expired == (query.standing == SessionQuery::Standing::kExpired);
}

bool is_asked_for(const SessionQuery& query, const std::string& session, const MemorySession& held) {
  using Archived = SessionQuery::Archived;
  const SessionNotes& notes = held.notes;
  const bool is_archived = notes.archived_at != 0;
  if (query.archived != Archived::kToo && is_archived != (query.archived == Archived::kOnly)) return false;
  if (!query.user.empty() && notes.user != query.user) return false;
  if (!query.bot.empty() && held.state.bot() != query.bot) return false;
  if (!query.tag.empty() && !std::binary_search(notes.tags.begin(), notes.tags.end(), query.tag)) return false;
  if (held.state.updated_at() >= query.updated_before) return false;
  if (query.handed_off && !held.state.is_handed_off()) return false;
  if (!has_standing(query, held.state.expires_at())) return false;
  return !query.after || comes_before(query.order, *query.after, {held.state.updated_at(), session});
}

using Entry = ByText<MemorySession>::value_type;

}  // namespace

std::vector<const Entry*> first_of(const MemoryShard& shard, const SessionQuery& query) {
  std::vector<const Entry*> found;
  for (const Entry& entry : shard.sessions) {
    if (is_asked_for(query, entry.first, entry.second)) found.push_back(&entry);
  }
  const auto place = [](const Entry& entry) {
    return SessionQuery::Place{entry.second.state.updated_at(), entry.first};
  };
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(found.size(), query.limit));
  std::partial_sort(found.begin(), end, found.end(),
                    [&](const Entry* a, const Entry* b) { return comes_before(query.order, place(*a), place(*b)); });
  found.erase(end, found.end());
  return found;
}

}  // namespace parley::memory
